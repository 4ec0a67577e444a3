// What Clang makes of blocks and their enqueues, made ready for linking:
//   - the kernel of a block is marked (attribute "lanewise-block"): nobody but enqueues may name it. Its literal has no
//     other name, and it has uniform work-groups if the program has;
//   - a block's literal does not hold the address of its function, which is called by name;
//   - in programs that are built with -g, enqueues ask for error codes that tell more (bit `tell_why` of the flags).
#pragma once

namespace llvm {
class Module;
}

namespace lanewise::compiler {

/// How the program is built.
struct BlockOptions {
    bool tell_why = false;
    bool uniform_groups = false;
};

void mark_blocks(llvm::Module& module, const BlockOptions& options);

}  // namespace lanewise::compiler
