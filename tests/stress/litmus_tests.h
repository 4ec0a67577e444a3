// The litmus tests: small programs of two to four work-items on shared memory, and what the memory model
// of OpenCL C (OpenCL API 3.0, section 3.3.4) forbids them to see.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lanewise::stress {

/// What the work-items of one run read: r[0] to r[3], 0 where nothing was read.
struct Outcome {
    std::int32_t r[4];
};

struct LitmusTest {
    const char* name;
    unsigned roles;  // work-items that take part
    /// OpenCL C: one statement block per role, `case 0: ... break;`, over the objects x and y (atomic_int
    /// in memory SPACE), the results r[0] to r[3] (plain int) and the plain int `data`.
    const char* body;
    bool (*forbidden)(const Outcome&);
    bool (*weak)(const Outcome&);  // null: no outcome tells weak orders from strong ones
};

std::span<const LitmusTest> litmus_tests();

}  // namespace lanewise::stress
