#include "runtime/api/extensions.h"

#include "runtime/api/dispatch.h"

namespace lanewise::runtime::api {

void* find_extension_function(std::string_view name) noexcept {
    void* const function = find_icd_function(name);
    return function ? function : find_execution_function(name);
}

}  // namespace lanewise::runtime::api
