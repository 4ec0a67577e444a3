// Reads the identity of a shared library: the GNU build id that the linker computed from the library's contents. The
// build id is read from the library's file, so two builds can be distinguished without being loaded. No shared state;
// thread-safe.
#pragma once

#include <string>

#include "runtime/storage/digest.h"

namespace lanewise::runtime {

/// Returns a digest of the build ids of the libraries at `paths`. If a file has no build id, its size and modification
/// time are used instead. A missing file has a digest of its own.
Digest read_build_id(std::initializer_list<std::string> paths);

}  // namespace lanewise::runtime
