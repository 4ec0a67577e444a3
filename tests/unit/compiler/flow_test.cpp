// Tests control flow that also works in C++: cycles with several entries, barriers in unusual places, and code that
// once failed in random programs.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <numeric>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

using Expected = std::function<std::uint32_t(std::uint32_t item, std::uint32_t items)>;

class Flow : public testing::TestWithParam<std::uint32_t> {
protected:
    /// Runs `kernel void k(global uint* out, uint n)` on groups of several sizes.
    void check(const char* source, const Expected& expected) {
        for (const std::uint64_t local : {1, 7, 8, 33}) {
            NDRange range;
            range.local_size[0] = local;
            range.global_size[0] = local * 3;
            const auto items = static_cast<std::uint32_t>(range.global_size[0]);
            std::vector<std::uint32_t> out(items, 77);
            ArgumentBlock arguments;
            arguments.add(out.data()).add(items);
            RunOptions options;
            options.vector_width = GetParam();
            run_kernel(source, "k", range, arguments, options);
            for (std::uint32_t item = 0; item < items; ++item)
                ASSERT_EQ(out[item], expected(item, items)) << "item " << item << " of " << items;
        }
    }
};

// Duff's device: the switch jumps to different points within the loop's body.
TEST_P(Flow, SwitchIntoLoop) {
    check(R"(kernel void k(global uint* out, uint n) {
        uint i = get_global_id(0), s = i, c = 0;
        switch (i & 3u) {
        case 0: do { s = s * 3u + 1u;
        case 1: s ^= c + i;
        case 2: if ((s & 31u) == 7u) break;
        default: s += 5u; } while (++c < (i & 7u)); }
        out[i] = s + c * 1000u; })",
          [](std::uint32_t i, std::uint32_t) {
              std::uint32_t s = i, c = 0;
              for (std::uint32_t part = i & 3;; part = 0) {
                  if (part <= 0) s = s * 3 + 1;
                  if (part <= 1) s ^= c + i;
                  if (part <= 2 && (s & 31) == 7) break;
                  s += 5;
                  if (++c >= (i & 7)) break;
              }
              return s + c * 1000;
          });
}

// Lanes load under a condition, from local memory, from program scope variables and from private arrays.
TEST_P(Flow, LoadsOfGuardedBlocks) {
    check(R"(constant uint primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
    kernel void k(global uint* out, uint n) {
        local uint shared[8];
        uint i = get_global_id(0), own[8], s = 0u;
        if (get_local_id(0) == 0u) for (uint j = 0; j < 8u; ++j) shared[j] = j * j + n;
        for (uint j = 0; j < 8u; ++j) own[j] = i * j;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < 10u; ++j) {
            if (i >> (j & 7u) & 1u) s ^= shared[j & 7u] * 5u;
            if ((i + j) % 3u == 1u) s += primes[(n + j) % 8u] + own[j & 7u];
            if (j < 8u && (i ^ j) & 2u) s += shared[j] - primes[j];
        }
        out[i] = s; })",
          [](std::uint32_t i, std::uint32_t n) {
              constexpr std::array<std::uint32_t, 8> primes = {2, 3, 5, 7, 11, 13, 17, 19};
              const auto shared = [n](std::uint32_t j) { return j * j + n; };
              std::uint32_t s = 0;
              for (std::uint32_t j = 0; j < 10; ++j) {
                  if ((i >> (j & 7) & 1) != 0) s ^= shared(j & 7) * 5;
                  if ((i + j) % 3 == 1) s += primes[(n + j) % 8] + i * (j & 7);
                  if (j < 8 && ((i ^ j) & 2) != 0) s += shared(j) - primes[j];
              }
              return s;
          });
}

// Loads whole vectors under a condition that ensures their alignment. Without the condition, the compiler knows only
// that the first element of each vector is readable.
TEST_P(Flow, AlignedLoadsOfGuardedBlocks) {
    check(R"(uint4 at(local uint4* place) { return *place; }
    uint mixed(uint4 v) { v = v * v + v; return v.x ^ v.y ^ v.z ^ v.w; }
    kernel void k(global uint* out, uint n) {
        local uint4 vectors[4];
        local uint* shared = (local uint*)vectors;
        uint i = get_global_id(0), s = 0u;
        if (get_local_id(0) == 0u) for (uint j = 0; j < 16u; ++j) shared[j] = j * j + n;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < 30u; ++j) {
            uint place = j * n % 13u;
            if ((i >> (j & 7u) & 1u) && (place & 3u) == 0u) s += mixed(at((local uint4*)&shared[place]));
        }
        out[i] = s; })",
          [](std::uint32_t i, std::uint32_t n) {
              const auto mixed = [n](std::uint32_t place) {
                  const std::uint32_t value = place * place + n;
                  return value * value + value;
              };
              std::uint32_t s = 0;
              for (std::uint32_t j = 0; j < 30; ++j) {
                  const std::uint32_t place = j * n % 13;
                  if ((i >> (j & 7) & 1) == 0 || place % 4 != 0) continue;
                  s += mixed(place) ^ mixed(place + 1) ^ mixed(place + 2) ^ mixed(place + 3);
              }
              return s;
          });
}

// Merges results of guarded blocks that no lane, some lanes or all lanes of a chunk run. The blocks are nested and in
// sequence.
TEST_P(Flow, ValuesOfGuardedBlocks) {
    check(R"(kernel void k(global uint* out, uint n) {
        uint i = get_global_id(0), s = i, t = 7u;
        if (i % 5u == 3u) { s = (i * 1000u) / (i | 1u); if (i & 4u) t = (s + 9u) % (i + 1u); }
        if (i > 40u) { t += n / (i - 40u); } else { s += t % ((n - 1u) | 1u); }
        if (i == n) s = t / (i - n);
        out[i] = s * 100u + t; })",
          [](std::uint32_t i, std::uint32_t n) {
              std::uint32_t s = i, t = 7;
              if (i % 5 == 3) {
                  s = (i * 1000) / (i | 1);
                  if (i & 4) t = (s + 9) % (i + 1);
              }
              if (i > 40)
                  t += n / (i - 40);
              else
                  s += t % ((n - 1) | 1);
              return s * 100 + t;
          });
}

// Tests two counters of a loop that lanes leave one by one, by an exit before the increments or by an exit after them.
// One counter goes up from any start, and the other counter goes down.
TEST_P(Flow, CountersOfLoops) {
    check(R"(kernel void k(global uint* out, uint n) {
        uint i = get_global_id(0), x = i * 2654435761u, up = n, down = 0xfffffff0u, left = 0;
        for (;;) {
            if ((x & 7u) == 1u) { left = up; break; }
            up += 3u;
            down -= 5u;
            x = x * 1664525u + 1013904223u;
            if ((x >> 9 & 15u) == 2u) { left = up + down; break; }
        }
        out[i] = left ^ (down << 8); })",
          [](std::uint32_t i, std::uint32_t n) {
              std::uint32_t x = i * 2654435761u, up = n, down = 0xfffffff0u, left = 0;
              for (;;) {
                  if ((x & 7) == 1) {
                      left = up;
                      break;
                  }
                  up += 3;
                  down -= 5;
                  x = x * 1664525u + 1013904223u;
                  if ((x >> 9 & 15) == 2) {
                      left = up + down;
                      break;
                  }
              }
              return left ^ (down << 8);
          });
}

// The condition of the branch implies that bit 0 of `i` is 0 in the branch. In the first lane of a chunk, the bit may
// nevertheless be 1 if this lane does not take the branch (seed 200113).
TEST_P(Flow, BitsKnownInBranch) {
    check(R"(kernel void k(global uint* out, uint n) {
        uint i = get_global_id(0);
        out[i] = 7u;
        if ((i & 1u) == 0) out[i] = (i << 1) | 3u; })",
          [](std::uint32_t i, std::uint32_t) { return (i & 1) == 0 ? ((i << 1) | 3) : 7; });
}

TEST_P(Flow, GotoBetweenTwoLoops) {
    check(R"(kernel void k(global uint* out, uint n) {
        uint i = get_global_id(0), s = i + 1, c = 0;
        if (i % 3u == 0) goto second;
    first:
        s = s * 5u + 1u;
        if (s % 7u == 3u) goto first_again;
    second:
        s ^= s >> 3; ++c;
        if (c < (i & 15u)) goto first;
        goto end;
    first_again:
        ++c;
        if (c < 9u) goto first;
        goto second;
    end:
        out[i] = s * 16u + c; })",
          [](std::uint32_t i, std::uint32_t) {
              std::uint32_t s = i + 1, c = 0;
              bool in_second = i % 3 == 0;
              while (true) {
                  if (!in_second) {
                      s = s * 5 + 1;
                      if (s % 7 == 3 && ++c < 9) continue;
                  }
                  s ^= s >> 3;
                  ++c;
                  in_second = false;
                  if (c >= (i & 15)) return s * 16 + c;
              }
          });
}

// All work-items take the same path through the cycle, and meet at a barrier in the cycle.
TEST_P(Flow, BarrierInCycleWithTwoEntries) {
    check(R"(kernel void k(global uint* out, uint n) {
        local uint shared[64];
        uint i = get_global_id(0), l = get_local_id(0), m = get_local_size(0), s = i, c = 0;
        if (get_group_id(0) & 1) goto second;
    first:
        s += 3u;
    second:
        shared[l] = s;
        barrier(CLK_LOCAL_MEM_FENCE);
        s += shared[(l + 1) % m];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (++c < 2u) goto first;
        if (c < 4u) goto second;
        out[i] = s; })",
          [](std::uint32_t i, std::uint32_t items) {
              const std::uint32_t m = items / 3, group = i / m;
              std::vector<std::uint32_t> s(m);
              std::iota(s.begin(), s.end(), group * m);
              bool first = (group & 1) == 0;
              for (std::uint32_t c = 0; c < 4;) {
                  if (first)
                      for (std::uint32_t& value : s) value += 3;
                  const std::vector<std::uint32_t> shared = s;
                  for (std::uint32_t l = 0; l < m; ++l) s[l] += shared[(l + 1) % m];
                  first = ++c < 2;
              }
              return s[i % m];
          });
}

// The switch covers all values. Its default is unreachable, so that the switch does not decide whether the barrier is
// reached.
TEST_P(Flow, BarrierAfterSwitchOverAllValues) {
    check(R"(kernel void k(global uint* out, uint n) {
        uint i = get_global_id(0);
        out[i] = i;
        switch (i & 3u) { case 1: default: out[i] = 100u + i; break; case 0: case 2: break; }
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] += 1u; })",
          [](std::uint32_t i, std::uint32_t) { return i + (i & 1 ? 101 : 1); });
}

// A called function has a loop with barriers and several exits. Work-items diverge in the loop before they reach the
// barriers.
TEST_P(Flow, BarriersInCalledLoopWithSeveralExits) {
    check(R"(
        void exchange(local uint* shared, uint* s, uint l, uint m) {
            shared[l] = *s; barrier(CLK_LOCAL_MEM_FENCE);
            *s ^= shared[m - 1u - l] * 3u; barrier(CLK_LOCAL_MEM_FENCE);
        }
        uint rounds(local uint* shared, uint s, uint n, uint l, uint m) {
            for (uint c = 0; c < 6u; ++c) {
                if (s & 1u) s += c;
                exchange(shared, &s, l, m);
                if (c == n % 5u) return s;
                if (c == 3u) break;
                if ((n + c) % 3u == 0) continue;
                exchange(shared, &s, l, m);
            }
            return s + 1000u;
        }
        kernel void k(global uint* out, uint n) {
            local uint shared[64];
            uint i = get_global_id(0);
            out[i] = rounds(shared, i, n, get_local_id(0), get_local_size(0)); })",
          [](std::uint32_t i, std::uint32_t n) {
              const std::uint32_t m = n / 3, group = i / m;
              std::vector<std::uint32_t> s(m);
              std::iota(s.begin(), s.end(), group * m);
              const auto exchange = [&] {
                  const std::vector<std::uint32_t> shared = s;
                  for (std::uint32_t l = 0; l < m; ++l) s[l] ^= shared[m - 1 - l] * 3;
              };
              for (std::uint32_t c = 0; c < 6; ++c) {
                  for (std::uint32_t& value : s)
                      if (value & 1) value += c;
                  exchange();
                  if (c == n % 5) return s[i % m];
                  if (c == 3) break;
                  if ((n + c) % 3 != 0) exchange();
              }
              return s[i % m] + 1000;
          });
}

// The divisor is a uniform vector with as many elements as there are lanes. A partial chunk's mask must not be applied
// to the vector's elements.
TEST_P(Flow, UniformVectorDivision) {
    check(R"(kernel void k(global uint* out, uint n) {
        uint8 a = (uint8)((uint)get_local_size(0)) % ((uint8)(n) | 1u);
        uint16 b = (uint16)((uint)get_local_size(0)) % ((uint16)(n) | 1u);
        out[get_global_id(0)] = a.s7 + b.sd * 100u; })",
          [](std::uint32_t, std::uint32_t n) { return n / 3 % (n | 1) * 101; });
}

// The divisor is computed by bit operations and is never 0. The inactive lanes beyond the group's end must divide by 1.
TEST_P(Flow, MaskedDivisionByBits) {
    check(R"(kernel void k(global uint* out, uint n) {
        uint i = get_global_id(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] = i * 1027u;
        out[i] = (uchar)((uchar)127 % ((uchar)out[i] | (uchar)1)); })",
          [](std::uint32_t i, std::uint32_t) { return 127 % ((i * 1027 & 255) | 1); });
}

// Each lane reads a different element of a private array of vectors.
TEST_P(Flow, PrivateVectorsAtOwnIndex) {
    check(R"(kernel void k(global uint* out, uint n) {
        ushort2 t[32];
        for (uint j = 0; j < 32u; ++j) t[j] = (ushort2)(j, j * n);
        ushort2 v = t[get_local_id(0) & 31u];
        out[get_global_id(0)] = v.s0 + v.s1 * 3u; })",
          [](std::uint32_t i, std::uint32_t n) {
              const std::uint32_t j = i % (n / 3) & 31;
              return j + (j * n & 0xffff) * 3;
          });
}

INSTANTIATE_TEST_SUITE_P(Lanes, Flow, testing::Values(1, 8, 16, 32), NamedByValues());

}  // namespace
}  // namespace lanewise::test
