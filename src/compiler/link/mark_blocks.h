// Prepares Clang's output for linking: the code of blocks, and calls that enqueue blocks.
//
//  * The kernel of a block literal gets the attribute "lanewise-block": only calls that enqueue the block may refer to
//    this kernel. The kernel's parameter for the literal becomes `noalias`. The kernel gets the attribute
//    "uniform-work-group-size" if the program's build options say that work-groups are uniform.
//  * A block literal no longer contains the address of the block's function, since the function is called by name.
//  * In programs built with -g, calls that enqueue blocks request exact error codes (bit abi::enqueue_tells_why of the
//    flags).
#pragma once

namespace llvm {
class Module;
}

namespace lanewise::compiler {

/// Build options of the program.
struct BlockOptions {
    bool tell_why = false;
    bool uniform_groups = false;
};

void mark_blocks(llvm::Module& module, const BlockOptions& options);

}  // namespace lanewise::compiler
