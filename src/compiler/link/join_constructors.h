// Makes the kernel that initializes a program's variables (lanewise/constructors.h). For each compiled object in C++
// for OpenCL, Clang makes a kernel that calls the constructors of the object's variables, and lists this kernel in
// llvm.global_ctors. The new kernel calls all listed kernels in the order of the list.
//
//   @llvm.global_ctors = [{ 65535, @_GLOBAL__sub_I_program.cl, null }]    -- removed
//   define spir_kernel void @lanewise.constructors() {
//     call spir_func void @_GLOBAL__sub_I_program.cl()
//     ret void
//   }
//
// Destructors of variables are not called. C++ for OpenCL makes calls of destructors optional: an implementation that
// does not call them leaves the macro __opencl_cpp_global_destructor undefined. The calls that register destructors
// (__cxa_atexit) are removed.
//
// Needs a program that was linked completely.
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

void join_constructors(llvm::Module& program);

}  // namespace lanewise::compiler
