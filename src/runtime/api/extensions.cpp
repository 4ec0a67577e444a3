#include "runtime/api/extensions.h"

#include "runtime/api/dispatch.h"

namespace lanewise::runtime::api {

void* find_extension_function(std::string_view name) noexcept { return find_icd_function(name); }

}  // namespace lanewise::runtime::api
