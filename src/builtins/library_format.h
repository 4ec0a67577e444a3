// Layout of the packed builtin library in the binary. The layout has no version: tools/pack_library.cpp and
// builtin_library.cpp, which write and read it, are parts of the same build. Integers are little-endian. Offsets are in
// bytes from the start of the library.
//
//   Header | ShardEntry[shard_count] | NameEntry[name_count], sorted by name | names | bitcode
#pragma once

#include <cstdint>

namespace lanewise::builtins {

struct LibraryHeader {
    std::uint32_t shard_count;
    std::uint32_t name_count;
};

struct ShardEntry {
    std::uint32_t offset;  // multiple of 16
    std::uint32_t bytes;
    std::uint32_t late;  // 0 or 1
};

struct NameEntry {
    std::uint32_t offset;
    std::uint16_t bytes;
    std::uint16_t shard;
};

static_assert(sizeof(LibraryHeader) == 8 && sizeof(ShardEntry) == 12 && sizeof(NameEntry) == 8);

}  // namespace lanewise::builtins
