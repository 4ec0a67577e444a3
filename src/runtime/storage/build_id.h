// Identity of a shared library: the GNU build id that the linker computed from its contents, read
// from the file, so that a library need not be loaded to be told from another build of itself.
// Thread-safety: free of shared state.
#pragma once

#include <string>

#include "runtime/storage/digest.h"

namespace lanewise::runtime {

/// Digest of the build ids of the libraries at `paths`. A file without one counts with its size and
/// modification time, a missing file as such.
Digest read_build_id(std::initializer_list<std::string> paths);

}  // namespace lanewise::runtime
