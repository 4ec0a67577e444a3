// Litmus tests: small programs of two to four work-items that share memory. Each test lists the outcomes that the
// memory model of OpenCL C forbids (OpenCL API 3.0, section 3.3.4).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lanewise::stress {

/// The values that the work-items read in one iteration: r[0] to r[3], or 0 where nothing was read.
struct Outcome {
    std::int32_t r[4];
};

struct LitmusTest {
    const char* name;
    unsigned roles;  // number of work-items that take part
    /// OpenCL C text with one case for each role, `case 0: ... break;`. The text uses the objects x and y (atomic_int
    /// in memory SPACE), the results r[0] to r[3] (int), and the int `data`.
    const char* body;
    bool (*forbidden)(const Outcome&);
    bool (*weak)(const Outcome&);  // returns true for outcomes that only weak orders allow; null if the test has no
                                   // such outcomes
};

std::span<const LitmusTest> litmus_tests();

}  // namespace lanewise::stress
