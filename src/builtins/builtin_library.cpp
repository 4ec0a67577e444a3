#include "builtins/builtin_library.h"

#include <algorithm>
#include <vector>

#include "builtins/library_format.h"

// Embeds the file that tools/pack_library.cpp wrote.
asm(R"(
    .section .rodata.lanewise_builtins,"a",@progbits
    .balign 16
    .hidden lanewise_builtin_library
    .globl lanewise_builtin_library
lanewise_builtin_library:
    .incbin ")" LANEWISE_BUILTIN_LIBRARY R"("
    .previous
)");

extern "C" __attribute__((visibility("hidden"))) const std::byte lanewise_builtin_library[];

namespace lanewise::builtins {
namespace {

const std::byte* base() { return lanewise_builtin_library; }

const LibraryHeader& header() { return *reinterpret_cast<const LibraryHeader*>(base()); }

std::span<const NameEntry> names() {
    const auto* shard_entries = reinterpret_cast<const ShardEntry*>(&header() + 1);
    return {reinterpret_cast<const NameEntry*>(shard_entries + header().shard_count), header().name_count};
}

std::string_view text(const NameEntry& entry) {
    return {reinterpret_cast<const char*>(base() + entry.offset), entry.bytes};
}

std::vector<Shard> read_shards() {
    const auto* entries = reinterpret_cast<const ShardEntry*>(&header() + 1);
    std::vector<Shard> result(header().shard_count);
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = {{base() + entries[i].offset, entries[i].bytes}, entries[i].late != 0};
    return result;
}

}  // namespace

std::span<const Shard> shards() {
    static const std::vector<Shard> all = read_shards();
    return all;
}

const Shard* find(std::string_view mangled) {
    const auto all = names();
    const auto entry =
        std::lower_bound(all.begin(), all.end(), mangled,
                         [](const NameEntry& entry, std::string_view name) { return text(entry) < name; });
    if (entry == all.end() || text(*entry) != mangled) return nullptr;
    return &shards()[entry->shard];
}

}  // namespace lanewise::builtins
