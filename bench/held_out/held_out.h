// Kernels that judge the planner (bench/regret) and that nobody uses to adjust it. Each source file has kernels of one
// public project, written anew for this project, with the sizes that the users of that project choose.
//
// Thread-safety: the kernels are constants.
#pragma once

#include <vector>

#include "../collection/collection.h"

namespace bench {

/// Returns all kernels, sorted by project. Their names begin with the name of the project.
std::vector<CollectionKernel> held_out_kernels();

}  // namespace bench
