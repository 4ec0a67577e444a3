#include "device/machine/cpu/cpu_features.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "device/machine/cpu/cpuid.h"

namespace lanewise::device {
namespace {

enum class Leaf : std::uint8_t { one_ecx, seven_ebx, seven_ecx, seven_edx, seven1_eax, seven1_edx, ext1_ecx, vendor };
inline constexpr std::size_t leaf_count = 8;

/// The register state that a feature needs: the system must save this state at task switches.
enum class State : std::uint8_t { none, avx, avx512 };

struct Feature {
    std::string_view name;  // name of the feature in LLVM
    Leaf leaf;
    unsigned bit;
    State state;
    std::string_view needs;  // name of a feature that this feature needs
};

constexpr Feature features[] = {
    {"sse3", Leaf::one_ecx, 0, State::none, ""},
    {"pclmul", Leaf::one_ecx, 1, State::none, "sse3"},
    {"ssse3", Leaf::one_ecx, 9, State::none, "sse3"},
    {"cx16", Leaf::one_ecx, 13, State::none, ""},
    {"sse4.1", Leaf::one_ecx, 19, State::none, "ssse3"},
    {"sse4.2", Leaf::one_ecx, 20, State::none, "sse4.1"},
    {"movbe", Leaf::one_ecx, 22, State::none, ""},
    {"popcnt", Leaf::one_ecx, 23, State::none, ""},
    {"aes", Leaf::one_ecx, 25, State::none, "sse3"},
    {"avx", Leaf::one_ecx, 28, State::avx, "sse4.2"},
    {"f16c", Leaf::one_ecx, 29, State::avx, "avx"},
    {"fma", Leaf::one_ecx, 12, State::avx, "avx"},
    {"sahf", Leaf::ext1_ecx, 0, State::none, ""},
    {"lzcnt", Leaf::ext1_ecx, 5, State::none, ""},
    {"sse4a", Leaf::ext1_ecx, 6, State::none, "sse3"},
    {"prfchw", Leaf::ext1_ecx, 8, State::none, ""},
    {"xop", Leaf::ext1_ecx, 11, State::avx, "avx"},
    {"fma4", Leaf::ext1_ecx, 16, State::avx, "avx"},
    {"tbm", Leaf::ext1_ecx, 21, State::none, ""},
    {"bmi", Leaf::seven_ebx, 3, State::none, ""},
    {"avx2", Leaf::seven_ebx, 5, State::avx, "avx"},
    {"bmi2", Leaf::seven_ebx, 8, State::none, ""},
    {"adx", Leaf::seven_ebx, 19, State::none, ""},
    {"sha", Leaf::seven_ebx, 29, State::none, "sse3"},
    {"avx512f", Leaf::seven_ebx, 16, State::avx512, "avx2"},
    {"avx512dq", Leaf::seven_ebx, 17, State::avx512, "avx512f"},
    {"avx512ifma", Leaf::seven_ebx, 21, State::avx512, "avx512f"},
    {"avx512cd", Leaf::seven_ebx, 28, State::avx512, "avx512f"},
    {"avx512bw", Leaf::seven_ebx, 30, State::avx512, "avx512f"},
    {"avx512vl", Leaf::seven_ebx, 31, State::avx512, "avx512f"},
    {"avx512vbmi", Leaf::seven_ecx, 1, State::avx512, "avx512bw"},
    {"avx512vbmi2", Leaf::seven_ecx, 6, State::avx512, "avx512bw"},
    {"gfni", Leaf::seven_ecx, 8, State::none, "sse3"},
    {"vaes", Leaf::seven_ecx, 9, State::avx, "avx2"},
    {"vpclmulqdq", Leaf::seven_ecx, 10, State::avx, "avx"},
    {"avx512vnni", Leaf::seven_ecx, 11, State::avx512, "avx512f"},
    {"avx512bitalg", Leaf::seven_ecx, 12, State::avx512, "avx512bw"},
    {"avx512vpopcntdq", Leaf::seven_ecx, 14, State::avx512, "avx512f"},
    {"avx512vp2intersect", Leaf::seven_edx, 8, State::avx512, "avx512f"},
    {"avx512fp16", Leaf::seven_edx, 23, State::avx512, "avx512bw"},
    {"avxvnni", Leaf::seven1_eax, 4, State::avx, "avx2"},
    {"avx512bf16", Leaf::seven1_eax, 5, State::avx512, "avx512bw"},
    {"avxifma", Leaf::seven1_eax, 23, State::avx, "avx2"},
    {"avxvnniint8", Leaf::seven1_edx, 4, State::avx, "avx2"},
    {"avxneconvert", Leaf::seven1_edx, 5, State::avx, "avx2"},
    {"avxvnniint16", Leaf::seven1_edx, 10, State::avx, "avx2"},
    // No CPUID bit reports fast gathers. Intel CPUs with AVX512-FP16 have fast gathers. On older Intel CPUs, gathers
    // are slow because of microcode that prevents gathers from leaking data.
    {"fast-gather", Leaf::vendor, 0, State::avx512, "avx512fp16"},
};

using Names = std::vector<std::string_view>;

bool has(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::array<std::uint32_t, leaf_count> read_leaves() {
    std::array<std::uint32_t, leaf_count> words{};
    const auto set = [&](Leaf leaf, std::uint32_t word) { words[static_cast<std::size_t>(leaf)] = word; };
    const Cpuid cpuid;
    set(Leaf::vendor, cpuid.is_intel() ? 1 : 0);
    if (const auto one = cpuid.read(1)) set(Leaf::one_ecx, one->c);
    if (const auto extended = cpuid.read(0x80000001)) set(Leaf::ext1_ecx, extended->c);
    const auto seven = cpuid.read(7);
    if (!seven) return words;
    set(Leaf::seven_ebx, seven->b);
    set(Leaf::seven_ecx, seven->c);
    set(Leaf::seven_edx, seven->d);
    if (seven->a == 0) return words;
    const auto next = cpuid.read(7, 1);
    set(Leaf::seven1_eax, next->a);
    set(Leaf::seven1_edx, next->d);
    return words;
}

/// Reads from XCR0 which vector registers the system saves at a task switch; returns State::none if the system has not
/// enabled XGETBV.
State saved_state(std::uint32_t leaf_one_ecx) {
    constexpr std::uint32_t osxsave = 1u << 27;
    if (!(leaf_one_ecx & osxsave)) return State::none;
    std::uint32_t low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    constexpr std::uint32_t avx_state = 0x06;     // XMM, upper YMM
    constexpr std::uint32_t avx512_state = 0xe6;  // XMM, upper YMM, opmask, upper ZMM, ZMM16-31
    if ((low & avx512_state) == avx512_state) return State::avx512;
    return (low & avx_state) == avx_state ? State::avx : State::none;
}

/// Removes features that need a missing feature. Repeats this, since other features may need the removed features.
void close(Names& names) {
    const auto unmet = [&](std::string_view name) {
        const auto* feature =
            std::find_if(std::begin(features), std::end(features), [&](const Feature& f) { return f.name == name; });
        return feature != std::end(features) && !feature->needs.empty() && !has(names, feature->needs);
    };
    while (true) {
        const auto found = std::find_if(names.begin(), names.end(), unmet);
        if (found == names.end()) return;
        names.erase(found);
    }
}

Target make_target(Names names) {
    close(names);
    std::sort(names.begin(), names.end());
    Target target;
    for (const auto name : names) {
        if (!target.features.empty()) target.features += ',';
        target.features += '+';
        target.features += name;
    }
    const bool avx512 =
        has(names, "avx512f") && has(names, "avx512bw") && has(names, "avx512dq") && has(names, "avx512vl");
    target.vector_bits = avx512 ? 512 : has(names, "avx2") ? 256 : 128;
    return target;
}

bool has_empty_item(std::string_view list) {
    return list.starts_with(',') || list.ends_with(',') || list.find(",,") != list.npos;
}

Names split(std::string_view list) {
    Names names;
    while (!list.empty()) {
        const auto comma = std::min(list.find(','), list.size());
        if (comma > 0) names.push_back(list.substr(0, comma));
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return names;
}

/// Returns the features to remove so that only features up to the level `limit` (such as avx2) remain; returns nothing
/// if the level is unknown.
Names removed_by_level(std::string_view limit) {
    if (limit == "avx512") return {"-avx512fp16"};
    if (limit == "avx2") return {"-avx512f"};
    if (limit == "avx") return {"-avx2", "-fma", "-avx512f"};
    if (limit == "sse4.2") return {"-avx"};
    if (limit == "sse2") {
        return {"-sse3", "-popcnt", "-lzcnt", "-bmi", "-bmi2", "-movbe", "-adx", "-tbm"};
    }
    return {};
}

}  // namespace

Target host_target() {
    const auto words = read_leaves();
    const State saved = saved_state(words[static_cast<std::size_t>(Leaf::one_ecx)]);
    Names names;
    for (const auto& feature : features) {
        const bool present = words[static_cast<std::size_t>(feature.leaf)] >> feature.bit & 1;
        if (present && feature.state <= saved) names.push_back(feature.name);
    }
    return make_target(std::move(names));
}

std::optional<Target> lower_target(const Target& target, std::string_view limit) {
    Names names = split(target.features);
    for (auto& name : names) name.remove_prefix(1);
    Names removals = removed_by_level(limit);
    if (removals.empty()) {
        if (has_empty_item(limit)) return std::nullopt;
        removals = split(limit);
    }
    for (auto removal : removals) {
        if (!removal.starts_with('-')) return std::nullopt;
        removal.remove_prefix(1);
        const bool known =
            std::any_of(std::begin(features), std::end(features), [&](const Feature& f) { return f.name == removal; });
        if (!known) return std::nullopt;
        std::erase(names, removal);
    }
    return make_target(std::move(names));
}

}  // namespace lanewise::device
