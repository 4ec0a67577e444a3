// The machine's file system for `#include`, restricted to regular files. Opening a pipe would wait for a writer that
// may never come. Thread-safety: as llvm::vfs::FileSystem, one thread at a time.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

namespace lanewise::compiler {

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> regular_files();

}  // namespace lanewise::compiler
