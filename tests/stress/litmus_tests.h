// The litmus tests: small programs of two to four work-items on shared memory. Each lists the outcomes that the memory
// model of OpenCL C forbids (OpenCL API 3.0, section 3.3.4).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lanewise::stress {

/// The values that the work-items of one run read: r[0] to r[3], 0 for none.
struct Outcome {
    std::int32_t r[4];
};

struct LitmusTest {
    const char* name;
    unsigned roles;  // number of work-items that take part
    /// The OpenCL C text: one statement block for each role, `case 0: ... break;`. It uses the objects x and y
    /// (atomic_int in memory SPACE), the results r[0] to r[3] (plain int) and the plain int `data`.
    const char* body;
    bool (*forbidden)(const Outcome&);
    bool (*weak)(const Outcome&);  // null: no outcome distinguishes weak orders from strong orders
};

std::span<const LitmusTest> litmus_tests();

}  // namespace lanewise::stress
