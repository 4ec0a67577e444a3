// The families of the collection's kernels. Each family has its own source file.
#pragma once

#include "collection.h"

namespace bench {

/// Returns the concatenation of several lists of kernels.
Family joined(const std::vector<Family>& parts);

Family rodinia_kernels();
Family polybench_kernels();
Family stencil_kernels();
Family algebra_kernels();
Family sorting_kernels();
Family stack_kernels();
Family image_kernels();
Family crypto_kernels();
Family string_kernels();
Family integer_kernels();
Family chance_kernels();
Family physics_kernels();
Family learning_kernels();
Family generated_kernels();
Family task_kernels();

}  // namespace bench
