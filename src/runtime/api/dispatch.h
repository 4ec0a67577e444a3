// The ICD table, and the look-up of functions by name. api_table.def lists the functions. Each BUILT function is
// declared here with the type of its slot, and defined in an api/*.cpp as `lanewise::runtime::api::clX`.
#pragma once

#include <string_view>
#include <type_traits>

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime::api {

#define BUILT(name) std::remove_pointer_t<decltype(_cl_icd_dispatch::name)> name;
#define ABSENT(name)
#include "runtime/api/api_table.def"
#undef BUILT
#undef ABSENT

/// Marks a table whose objects hold the loader's own data (cl_khr_icd 2.0.0).
inline constexpr std::intptr_t icd2_tag =
    sizeof(std::intptr_t) == 8 ? std::intptr_t(0x4F50454E434C3331) : std::intptr_t(0x434C3331);

/// Returns the function with this name, which may be a core or extension function, built or absent. Returns null if
/// there is none.
void* find_function(std::string_view name) noexcept;

}  // namespace lanewise::runtime::api
