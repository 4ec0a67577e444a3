// In a whole program: enqueues name the kernels of blocks by their numbers, in the order of the program's functions, so
// that a kernel's module does not hold those that it enqueues. Each kernel says which they are (enqueues_attribute).
//
//   call i32 @__enqueue_kernel_basic(..., ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_kernel to ...), ...)
// becomes
//   call i32 @__enqueue_kernel_basic(..., ptr addrspace(4) inttoptr (i64 0 to ...), ...)
#pragma once

namespace llvm {
class Module;
}

namespace lanewise::compiler {

void number_blocks(llvm::Module& program);

/// Before `source` becomes part of `program`: blocks of both may have the same names, which mean nothing.
void keep_blocks_apart(const llvm::Module& program, llvm::Module& source);

}  // namespace lanewise::compiler
