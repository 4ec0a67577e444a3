// Helpers for tests of numbers: parts of module texts, and functions that run modules.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "run_spirv.h"

namespace lanewise::test {

/// Runs a module whose body stores a result to %place, and returns the results. The results must be the same with 1, 8,
/// 16 and 64 lanes.
inline std::vector<std::uint32_t> run_all_widths(const ModuleText& module, std::uint64_t items = 70,
                                                 const RunOptions& options = {}) {
    RunOptions own = options;
    std::vector<std::uint32_t> first;
    for (const std::uint32_t width : {1u, 8u, 16u, 64u}) {
        own.vector_width = width;
        const auto out = run_spirv(module, items, items, {}, own);
        if (first.empty()) first = out;
        EXPECT_EQ(out, first) << width << " lanes";
    }
    return first;
}

/// Runs a module with 1, 8, 16 and 64 lanes, and returns the results with 64 lanes. Undefined results may depend on the
/// number of lanes.
inline std::vector<std::uint32_t> run_all_widths_loosely(const ModuleText& module) {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t width : {1u, 8u, 16u, 64u}) {
        RunOptions options;
        options.vector_width = width;
        out = run_spirv(module, 20, 20, {}, options);
    }
    return out;
}

/// Runs a module with one work-item, and returns its result.
inline std::uint32_t result_of(const ModuleText& module, const RunOptions& options = {}) {
    return run_spirv(module, 1, 1, {}, options)[0];
}

inline float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }
inline std::uint32_t as_word(float value) { return std::bit_cast<std::uint32_t>(value); }

/// Expects that the module is refused, with a log that contains `reason`.
inline void expect_refused(std::string_view reason, const ModuleText& module) {
    const std::string log = refusal_of(text_of(module));
    EXPECT_NE(log.find(reason), log.npos) << log;
}

}  // namespace lanewise::test
