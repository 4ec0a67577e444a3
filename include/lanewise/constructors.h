// The kernel that runs the constructors of variables at program scope, in programs in C++ for OpenCL.
#pragma once

#include <string_view>

namespace lanewise {

/// The name of the kernel. It contains a dot, so it cannot equal a name in the program's source. On each device, the
/// runtime runs this kernel, with one work-item, before any other kernel of the program. Programs without constructors
/// do not contain this kernel.
inline constexpr std::string_view constructor_kernel = "lanewise.constructors";

}  // namespace lanewise
