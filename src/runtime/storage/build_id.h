// Reads the identity of a shared library: the GNU build id that the linker computed from the library's contents. The
// build id is read from the file, so two builds can be distinguished without loading them. No shared state;
// thread-safe.
#pragma once

#include <string>

#include "runtime/storage/digest.h"

namespace lanewise::runtime {

/// Returns a digest of the build ids of the libraries at `paths`. For a file without a build id, the digest contains
/// the file's size and modification time instead; for a missing file, that it is missing.
Digest read_build_id(std::initializer_list<std::string> paths);

}  // namespace lanewise::runtime
