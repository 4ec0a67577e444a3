// Prepares Clang's code for blocks and their enqueues for linking.
//
//  * The kernel of a block is marked (attribute "lanewise-block"): only enqueues may name it. Its literal has no other
//    name, and it has uniform work-groups if the program has.
//  * A block's literal does not hold the address of its function, which is called by name.
//  * In programs that are built with -g, enqueues ask for detailed error codes (bit `tell_why` of the flags).
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
