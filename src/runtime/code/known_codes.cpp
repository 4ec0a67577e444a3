#include "runtime/code/known_codes.h"

#include <algorithm>
#include <cstring>

#include "device/machine/no_fork_lock.h"

namespace lanewise::runtime {
namespace {

/// The bytes of an argument (KnownArgument::bytes) for which code can be specialized, and the number of these bytes.
struct Facts {
    const void* bytes;
    std::size_t count;
};

Facts facts_of(bool is_image, const std::byte* word) noexcept {
    if (!is_image) return {word, sizeof(std::uint64_t)};
    const std::byte* descriptor = nullptr;
    std::memcpy(&descriptor, word, sizeof descriptor);
    return {descriptor + abi::known_begin, abi::known_bytes};
}

}  // namespace

void KnownCodes::watch(const KernelInfo& kernel) {
    const bool has_images = std::ranges::any_of(kernel.args, [](const auto& a) { return a.kind == ArgKind::image; });
    for (std::uint32_t i = 0; has_images && i < kernel.args.size(); ++i) {
        const ArgInfo& argument = kernel.args[i];
        if (argument.kind != ArgKind::image && argument.kind != ArgKind::sampler) continue;
        watched_.push_back({i, argument.offset, argument.kind == ArgKind::image});
    }
}

bool KnownCodes::matches(const Version& version, CodeVariant variant, const std::byte* block) const noexcept {
    if (version.variant != variant) return false;
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        const Facts facts = facts_of(watched_[i].is_image, block + watched_[i].offset);
        if (std::memcmp(version.arguments[i].bytes.data(), facts.bytes, facts.count) != 0) return false;
    }
    return true;
}

KnownCodes::Version* KnownCodes::find(CodeVariant variant, const std::byte* block, std::size_t& count) const noexcept {
    count = count_.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < count; ++i)
        if (matches(*versions_[i], variant, block)) return versions_[i].get();
    return nullptr;
}

KnownCodes::Version* KnownCodes::version_for(CodeVariant variant, const std::byte* block) {
    std::size_t count = 0;
    if (Version* found = find(variant, block, count)) return found;
    return count == most_versions ? nullptr : add(variant, block);
}

KnownCodes::Version* KnownCodes::add(CodeVariant variant, const std::byte* block) {
    const device::NoForkLock lock(adding_);
    std::size_t count = 0;
    if (Version* found = find(variant, block, count)) return found;
    if (count == most_versions) return nullptr;
    auto version = std::make_unique<Version>();
    version->variant = variant;
    for (const Watched& watched : watched_) {
        KnownArgument argument{.index = watched.index};
        const Facts facts = facts_of(watched.is_image, block + watched.offset);
        std::memcpy(argument.bytes.data(), facts.bytes, facts.count);
        version->arguments.push_back(argument);
    }
    versions_[count] = std::move(version);
    count_.store(count + 1, std::memory_order_release);
    return versions_[count].get();
}

}  // namespace lanewise::runtime
