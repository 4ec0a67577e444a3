// Identity of a shared library: the GNU build id that the linker computed from its contents. The build id is read from
// the file, so two builds of a library can be distinguished without loading it. No shared state; thread-safe.
#pragma once

#include <string>

#include "runtime/storage/digest.h"

namespace lanewise::runtime {

/// Digest of the build ids of the libraries at `paths`. A file without a build id contributes its size and modification
/// time instead; a missing file contributes that it is missing.
Digest read_build_id(std::initializer_list<std::string> paths);

}  // namespace lanewise::runtime
