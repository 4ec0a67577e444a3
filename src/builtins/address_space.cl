// Address space qualifier functions (OpenCL C 3.0, section 6.15.10): tests and casts of generic pointers. The front end
// turns to_global(p), to_local(p) and to_private(p) into calls of the __to_* functions.
#include "memory_model.h"
#include "ocl_ops.h"

namespace lw {

enum AddressSpace : uint { private_space = 0, global_space = 1, local_space = 3 };

}  // namespace lw

extern "C" {

__global void* __to_global(__generic void* p) {
    return lw::address_space(p) == lw::global_space ? (__global void*)p : nullptr;
}
__local void* __to_local(__generic void* p) {
    return lw::address_space(p) == lw::local_space ? (__local void*)p : nullptr;
}
__private void* __to_private(__generic void* p) {
    return lw::address_space(p) == lw::private_space ? (__private void*)p : nullptr;
}

}  // extern "C"

// "Returns a valid memory fence value for ptr": CLK_LOCAL_MEM_FENCE (1) or CLK_GLOBAL_MEM_FENCE (2).
cl_mem_fence_flags get_fence(__generic void* p) {
    return lw::address_space(p) == lw::local_space ? 1 : 2;
}
cl_mem_fence_flags get_fence(const __generic void* p) {
    return get_fence((__generic void*)p);
}
