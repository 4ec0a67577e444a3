// The ICD table, and the look-up of functions by name. api_table.def lists the functions. Each function is declared
// here with the type of its slot, and defined in an api/*.cpp as `lanewise::runtime::api::clX`. The library exports
// each function under its plain name (liblanewise.map) for programs that are linked with the library instead of a
// loader.
#pragma once

#include <string_view>
#include <type_traits>

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime::api {

#pragma GCC visibility push(default)
extern "C" {
#define BUILT(name) std::remove_pointer_t<decltype(_cl_icd_dispatch::name)> name;
#define ABSENT(name) BUILT(name)
#include "runtime/api/api_table.def"
#undef ABSENT
#undef BUILT
}
#pragma GCC visibility pop

/// Tag in two slots of the table: says that each object has room for the loader's own data (cl_khr_icd 2.0.0).
inline constexpr std::intptr_t icd2_tag =
    sizeof(std::intptr_t) == 8 ? std::intptr_t(0x4F50454E434C3331) : std::intptr_t(0x434C3331);

/// Returns the core or extension function called `name`, even if api_table.def marks the function as ABSENT. Returns
/// null if no function has this name.
void* find_function(std::string_view name) noexcept;

}  // namespace lanewise::runtime::api
