// Declarations of the functions of cl_intel_subgroups, of cl_intel_subgroups_char, _short and _long, and of
// cl_intel_subgroup_local_block_io.
#pragma once

#include <string_view>

namespace lanewise::compiler {

extern const std::string_view intel_sub_group_header;

}  // namespace lanewise::compiler
