#include "device/kernel/imports.h"

#include <math.h>
#include <string.h>

#include <algorithm>
#include <vector>

#include "device/kernel/assertions.h"
#include "device/kernel/kernel_clock.h"
#include "device/kernel/pipe_functions.h"
#include "device/turns/turns.h"

// Only the addresses of these functions are used, so the signatures in the declarations need not be right.
extern "C" {
#define SUPPORT_IMPORT(name) void name();
#include "lanewise/device_imports.def"
}

namespace lanewise::device {
namespace {

struct Import {
    std::string_view symbol;
    const void* address;
};

// `Function` selects one of the overloads that the C++ headers declare under the name of a libm function.
template <typename Function>
const void* address_of(Function* function) {
    return reinterpret_cast<const void*>(function);
}

std::vector<Import> sorted_imports() {
    std::vector<Import> imports{
#define IMPORT(name, ...) {#name, address_of<__VA_ARGS__>(name)},
#define SUPPORT_IMPORT(name) {#name, address_of<void()>(name)},
#include "lanewise/device_imports.def"
    };
    std::sort(imports.begin(), imports.end(), [](const Import& a, const Import& b) { return a.symbol < b.symbol; });
    return imports;
}

}  // namespace

const void* find_import(std::string_view symbol) {
    static const std::vector<Import> imports = sorted_imports();
    const auto found =
        std::lower_bound(imports.begin(), imports.end(), symbol,
                         [](const Import& import, std::string_view name) { return import.symbol < name; });
    return found != imports.end() && found->symbol == symbol ? found->address : nullptr;
}

}  // namespace lanewise::device
