#include "runtime/code/hot_codes.h"

#include "runtime/object/log.h"

namespace lanewise::runtime {

HotCodes::HotCodes(KernelCodes& codes, const PlanTrials& trials)
    : codes_(codes), trials_(trials), known_(codes.image().kernels.size()) {
    for (auto& heats : heats_) heats = std::vector<Heat>(known_.size());
    for (std::size_t i = 0; i < known_.size(); ++i) known_[i].watch(codes.image().kernels[i]);
}

const CodeSlot::Code* HotCodes::of_variant(std::size_t index, CodeVariant variant, std::uint64_t items,
                                           Background background) {
    if (const CodeSlot::Code* made = codes_.slot(index, variant).made()) return made;
    Heat& heat = heats_[static_cast<std::size_t>(variant)][index];
    const CompiledKernel& usual = *codes_.usual(index);
    if (heat.has_become_hot(usual.expected_ns(items), usual.hot_ns())) {
        constexpr float code_ns = 30'000'000;
        if (!background.post(code_ns, [this, index, variant] { make(index, variant); })) heat.put_off();
    }
    return nullptr;
}

void HotCodes::make(std::size_t index, CodeVariant variant) {
    const auto& made = codes_.of_variant(index, variant);
    log_line("Kernel '%s' now has code with fewer lanes for its small launches: '%s'.", made->info.name.c_str(),
             made->code.summary.c_str());
}

const CodeSlot::Code* HotCodes::find_known(std::size_t index, CodeVariant variant, const std::byte* block,
                                           std::uint64_t items, Background& background) {
    KnownCodes::Version* version = known_[index].version_for(variant, block);
    if (!version) return nullptr;
    if (const CodeSlot::Code* made = version->slot.made()) return made;
    // A specialized version replaces the code of one plan, so it is made only after the trial of plans has chosen the
    // plan.
    if (trials_.settles_soon(index)) return nullptr;
    // Starts the compilation before launches have taken as long as the compilation will take, since most specialized
    // versions are much faster than the usual code.
    constexpr float hot_ns = 20'000'000;
    if (version->heat.has_become_hot(codes_.usual(index)->expected_ns(items), hot_ns)) {
        constexpr float code_ns = 50'000'000;
        if (!background.post(code_ns, [this, index, version] { make_known(index, *version); })) version->heat.put_off();
    }
    return nullptr;
}

void HotCodes::make_known(std::size_t index, KnownCodes::Version& version) {
    const auto& made = version.slot.get([&] { return codes_.make_known(index, version.variant, version.arguments); });
    log_line("Kernel '%s' now has code for the formats of its images and for its samplers: '%s'.",
             made->info.name.c_str(), made->code.summary.c_str());
}

}  // namespace lanewise::runtime
