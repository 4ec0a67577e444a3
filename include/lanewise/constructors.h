// The kernel that runs the constructors of variables at program scope, in programs in C++ for OpenCL.
#pragma once

#include <string_view>

namespace lanewise {

/// The name of the kernel. It contains a dot, so it cannot equal a name in the program's source. The runtime runs this
/// kernel with one work-item before the first other kernel of the program on a device. Programs without constructors
/// have no such kernel.
inline constexpr std::string_view constructor_kernel = "lanewise.constructors";

}  // namespace lanewise
