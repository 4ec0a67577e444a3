// Kernels that serve to judge the planner (bench/regret), but never to adjust it. Each source file has kernels of one
// public project, such as GROMACS. The kernels are new code, and process problems of the sizes that users of the public
// project choose.
//
// Thread-safety: the kernels are constants.
#pragma once

#include <vector>

#include "../collection/collection.h"

namespace bench {

/// Returns all kernels, sorted by project. The name of a kernel begins with the name of its project.
std::vector<CollectionKernel> held_out_kernels();

}  // namespace bench
