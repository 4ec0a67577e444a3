// Functions that set SVM pointers and execution information of a kernel, for clSetKernel* and for
// clUpdateMutableCommandsKHR.
#pragma once

#include <cstddef>

#include "runtime/core/kernel.h"

namespace lanewise::runtime::api {

/// Does what clSetKernelArgSVMPointer does.
void set_svm_pointer(Kernel& kernel, cl_uint index, const void* pointer);

/// Does what clSetKernelExecInfo does.
void set_exec_info(Kernel& kernel, cl_kernel_exec_info name, std::size_t size, const void* value);

}  // namespace lanewise::runtime::api
