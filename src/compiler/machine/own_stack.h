// Lets large kernels run on a stack of their own, at the end of the worker's context memory. A kernel's frames may be
// larger than the stack of the application's thread. The worker's data (abi::Worker) is copied to the new stack,
// because code treats addresses between this data and the stack pointer as private (lower_address_space.h).
// Thread-safety: none needed.
//
//   define void @k.entry(ptr %launch, ptr %worker, ...) { ... }
// becomes
//   define internal void @k.entry.body(ptr %launch, ptr %worker, ...) { ... }
//   define void @k.entry(ptr %launch, ptr %worker, ...) {
//     %top = <the last 128 bytes of %worker's context>
//     call void @llvm.memcpy(ptr %top, ptr %worker, i64 72)
//     %old = call ptr @llvm.stacksave()
//     call void @llvm.stackrestore(ptr %top)
//     call void @k.entry.body(ptr %launch, ptr %top, ...)
//     call void @llvm.stackrestore(ptr %old)
//     ret void
//   }
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

namespace lanewise::compiler {

/// Returns the new entry function, which has the name of the old entry function. The worker's context must have room
/// for the kernel's frames and `own_stack_bytes`. Must run after all other changes of the module.
llvm::Function& give_own_stack(llvm::Function& entry);

/// Bytes that a kernel's own stack needs in addition to the kernel's frames. These bytes hold the copy of abi::Worker,
/// and the frames of builtins and device functions (printf, libm).
inline constexpr std::uint64_t own_stack_bytes = 128 * 1024;

}  // namespace lanewise::compiler
