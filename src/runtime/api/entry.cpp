#include "runtime/api/entry.h"

#include "runtime/object/log.h"

namespace lanewise::runtime::api {

void log_error(const Error& error) noexcept { log_line("error %d: %s", error.code(), error.message().c_str()); }

}  // namespace lanewise::runtime::api
