// The layout of block literals in translated modules. The parameter of OpEnqueueKernel can have any layout, but the
// runtime needs literals that begin with their size and alignment. An enqueue therefore copies the parameter into such
// a literal:
//
//   bytes 0-3        size of the literal
//   bytes 4-7        alignment, which is also the place of the parameter's copy
//   from there on    the copy
//
// The kernel of the block calls the block's function with the address of the copy.
// Thread-safety: constant data.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lanewise::compiler::il {

inline constexpr std::uint64_t literal_alignment_place = 4;

/// Returns the offset of the parameter's copy in its literal, for a parameter with this alignment.
constexpr std::uint64_t literal_start(std::uint64_t alignment) { return std::max<std::uint64_t>(alignment, 8); }

}  // namespace lanewise::compiler::il
