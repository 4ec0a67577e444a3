#include "runtime/api/entry.h"

#include <cstdio>

#include "runtime/object/config.h"

namespace lanewise::runtime::api {

void log_error(const Error& error) noexcept {
    if (!config().log_errors) return;
    std::fprintf(stderr, "lanewise: error %d: %s\n", error.code(), error.message().c_str());
}

}  // namespace lanewise::runtime::api
