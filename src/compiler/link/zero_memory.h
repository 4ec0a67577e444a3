// Initializes the private and local memory of kernels with zeros (cl_khr_initialize_memory), for contexts that demand
// this initialization. These kernels must not see bytes that earlier kernels have left in this memory. The runtime
// requests this initialization by options (lanewise/memory_options.h).
//
//   %x = alloca i32                          %x = alloca i32
//                                            store i32 0, ptr %x
//
//   @tile = internal addrspace(3) ...        call void @__lw_zero_local(ptr addrspace(3) @tile, i64 64)
//                                            call void @_Z7barrierj(i32 1)
//
// Local memory that is a kernel argument is filled by the device, not by this code (src/device/kernel/launch.h).
//
// Variables in local memory may have initial values in SPIR-V. Such variables get their initial values at the same
// point of the kernel, with or without these options.
//
// Needs a completely linked program that has no function pointers.
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// The kinds of memory that are filled with zeros before a kernel uses them.
struct ZeroedMemory {
    bool of_groups = false;  // local memory
    bool of_items = false;   // private memory
};

/// Fills the kinds of memory in `zeroed` with zeros, and stores the initial values of variables in local memory.
void zero_memory(llvm::Module& program, ZeroedMemory zeroed);

}  // namespace lanewise::compiler
