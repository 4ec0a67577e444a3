// The machine's file system for `#include`: regular files alone. To open a pipe waits for a writer who may never come.
// Thread-safety: as llvm::vfs::FileSystem, one thread at a time.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

namespace lanewise::compiler {

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regular_files();

}  // namespace lanewise::compiler
