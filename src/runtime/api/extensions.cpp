#include "runtime/api/extensions.h"

#include "runtime/api/dispatch.h"

namespace lanewise::runtime::api {

void* find_extension_function(std::string_view name) noexcept {
    for (const auto find : {find_icd_function, find_context_function, find_queue_function, find_execution_function,
                            find_image_function}) {
        if (void* const function = find(name)) return function;
    }
    return nullptr;
}

}  // namespace lanewise::runtime::api
