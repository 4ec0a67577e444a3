// The function that SYCL's assert() calls (cl_intel_devicelib_assert). The function prints the failed condition and
// ends the process, as assert() does on the host.
#include "types.h"

extern "C" {

void lanewise_assertion_failed(const __generic char* condition, const __generic char* file, int line,
                               const __generic char* function, const __private ulong* ids);

void __devicelib_assert_fail(const __generic char* condition, const __generic char* file, int line,
                             const __generic char* function, ulong global_0, ulong global_1, ulong global_2,
                             ulong local_0, ulong local_1, ulong local_2) {
    const ulong ids[] = {global_0, global_1, global_2, local_0, local_1, local_2};
    lanewise_assertion_failed(condition, file, line, function, ids);
}

}  // extern "C"
