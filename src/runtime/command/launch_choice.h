// Chooses the code of a kernel launch: the usual code, code with another dimension or number of lanes, another plan, or
// a hot version.
#pragma once

#include <memory>

#include "lanewise/ndrange.h"
#include "runtime/command/kernel_launch.h"
#include "runtime/core/arg_block.h"
#include "runtime/core/kernel.h"

namespace lanewise::runtime {

/// The sizes that the application passed, not checked yet.
struct GivenSizes {
    cl_uint work_dim;
    const std::size_t* global;
    const std::size_t* local;
};

/// Stores the sizes of a launch for the compiler, if the launch must wait because the kernel's code is not compiled
/// yet.
inline void tell_launch(ProgramCode& program, std::size_t index, const GivenSizes& sizes) {
    if (program.awaits_launches(index))
        program.told_launches().tell_sizes(index, sizes.work_dim, sizes.global, sizes.local);
}

/// Chooses the code of a launch with these arguments. `usual` is the kernel on this device, and `compiled` is the
/// kernel's usual code. Also changes `range`: exchanges the dimensions of `range` as the code requires, and sets the
/// local size that the launch really uses. If the chosen code belongs to another version of the program, stores this
/// version in `other`. If `may_try` is false, the launch takes no part in a trial of plans. Throws CL_OUT_OF_RESOURCES
/// if the code cannot be compiled.
LaunchedKernel choose_code(Device& device, const Kernel& kernel, const DeviceKernel& usual,
                           const CompiledKernel& compiled, const GivenSizes& sizes, const ArgBlock& arguments,
                           bool may_try, NDRange& range, std::shared_ptr<ProgramCode>& other);

/// Corrects the offsets of the `__local` arguments, which lie after the kernel's local variables. The offsets were
/// computed for `placed_after` bytes of variables. Does nothing if the variables of the launched code take this number
/// of bytes. The size of the variables may depend on the assumptions of the code, for example small ids.
void place_local_arguments(const Kernel& kernel, const LaunchedKernel& launched, std::uint64_t placed_after,
                           ArgBlock& arguments);

}  // namespace lanewise::runtime
