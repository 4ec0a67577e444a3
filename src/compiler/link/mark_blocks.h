// What Clang makes of blocks and their enqueues, made ready for linking:
//   - the kernel of a block is marked (attribute "lanewise-block"): nobody but enqueues may name it;
//   - a block's literal does not hold the address of its function, which is called by name;
//   - in programs that are built with -g, enqueues ask for error codes that tell more (bit `tell_why` of the flags).
#pragma once

namespace llvm {
class Module;
}

namespace lanewise::compiler {

void mark_blocks(llvm::Module& module, bool tell_why);

}  // namespace lanewise::compiler
