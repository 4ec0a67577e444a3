// The families of the collection, one file each.
#pragma once

#include "collection.h"

namespace bench {

Family rodinia_kernels();
Family stencil_kernels();
Family stack_kernels();
Family image_kernels();

}  // namespace bench
