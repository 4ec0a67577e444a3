#include "runtime/api/extensions.h"

#include <algorithm>

namespace lanewise::runtime::api {
namespace {

struct NamedFunction {
    std::string_view name;
    void* (*address)();
};

constexpr NamedFunction functions[] = {
#define EXTENSION(name) {#name, [] { return reinterpret_cast<void*>(&name); }},
#include "runtime/api/extension_functions.def"
#undef EXTENSION
};

}  // namespace

void* find_extension_function(std::string_view name) noexcept {
    const auto* found = std::ranges::find(functions, name, &NamedFunction::name);
    return found == std::end(functions) ? nullptr : found->address();
}

}  // namespace lanewise::runtime::api
