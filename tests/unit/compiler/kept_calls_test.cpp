// Tests kept functions (prepare/kept/kept_functions.h): a kernel's called functions can use everything that inlined
// code can use. This covers ids, memory of all kinds, arguments by value, generic pointers and builtins.
#include <gtest/gtest.h>

#include <functional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr std::uint32_t items = 150, local_items = 40;

struct CallKernel {
    const char* name;
    const char* source;  // kernel void k(global uint* out, uint n): n is 100
    std::function<std::uint32_t(std::uint32_t item, std::uint32_t n)> expected;
};

std::uint32_t group_size(std::uint32_t item) {
    return item / local_items == items / local_items ? items % local_items : local_items;
}

const CallKernel kernels_with_values[] = {
    {"ids", R"(
        uint own(uint d) { return get_global_id(d) * 3 + get_local_id(d); }
        uint sizes(void) { return get_local_size(0) + 100 * get_enqueued_local_size(0) + 7 * get_num_groups(0)
                                  + 3 * get_group_id(0) + get_global_size(0) + get_work_dim() + get_global_offset(0); }
        uint both(uint n) { uint sum = 0; for (uint d = 0; d < 3; ++d) sum += own(d); return sum + sizes() * (n > 4); }
        kernel void k(global uint* out, uint n) { out[get_global_id(0)] = both(n) + both(2); })",
     [](std::uint32_t i, std::uint32_t) {
         const std::uint32_t own = 3 * i + i % local_items;
         return 2 * own + group_size(i) + 100 * local_items + 7 * 4 + 3 * (i / local_items) + items + 1;
     }},
    {"structures", R"(
        typedef struct { uint a; char b; float3 c; ulong d[3]; } S;
        typedef struct { short x; } Small;
        S change(S s, uint by) { s.a += by; s.c.y += 1; s.d[by % 3] *= 2; return s; }
        Small grow(Small s) { s.x += 1; return s; }
        uint sum(S s, Small t, const S* p) { p->a; return s.a + s.b + (uint)(s.c.x + s.c.y + s.c.z) + s.d[0] + s.d[1] + s.d[2] + t.x + p->a; }
        kernel void k(global uint* out, uint n) {
            uint i = get_global_id(0); S s = {i, 3, (float3)(1, 2, 3), {i, i + 1, i + 2}}; Small t = {5};
            S u = change(s, n); t = grow(grow(t)); out[i] = sum(u, t, &s) + sum(s, t, &u); })",
     [](std::uint32_t i, std::uint32_t n) {
         const std::uint32_t before = i + 3 + 6 + 3 * i + 3 + 7, changed = n + 1 + i + n % 3;
         return before * 2 + changed + i + i + n;
     }},
    {"vectors", R"(
        float16 scale(float16 v, float s) { return v * s; }
        double16 wide(double16 v, ulong16 w) { return v + convert_double16(w); }
        char3 narrow(char3 v, bool b) { return b ? v.zyx : v; }
        long8 pick(int8 c, long8 a, long8 b) { return select(a, b, convert_long8(c)); }
        uchar16 bytes(uchar16 v) { return v.sfedcba9876543210; }
        float sum(float16 v) { float8 a = v.lo + v.hi; float4 b = a.lo + a.hi; return b.x + b.y + b.z + b.w; }
        kernel void k(global uint* out, uint n) {
            uint i = get_global_id(0); float16 v = (float16)(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            double16 d = wide((double16)(i), (ulong16)(n)); char3 c = narrow((char3)(1, 2, 3), (i & 1) != 0);
            long8 l = pick((int8)(i & 1 ? -1 : 0), (long8)(7), (long8)(i));
            out[i] = sum(scale(v, 2)) + (uint)d.s0 + (uint)d.sf + c.x * 100 + (uint)l.s5 + bytes((uchar16)(i))[3]; })",
     [](std::uint32_t i, std::uint32_t n) {
         return 2 * (i + 120) + 2 * (i + n) + ((i & 1) ? 300 : 100) + ((i & 1) ? i : 7) + (i & 255);
     }},
    {"math", R"(
        float waves(float x) { return sin(x) * sin(x) + cos(x) * cos(x) + pow(x, 2.0f) + floor(x); }
        uint rounded(float x) { return (uint)(waves(x) + 0.5f); }
        kernel void k(global uint* out, uint n) { uint i = get_global_id(0); out[i] = rounded(i) + rounded(n) + rounded(3); })",
     [](std::uint32_t i, std::uint32_t n) { return 1 + i * i + i + 1 + n * n + n + 13; }},
    {"sub_groups", R"(
        uint mine(void) { return get_sub_group_local_id() + get_sub_group_id() * get_max_sub_group_size(); }
        kernel void k(global uint* out, uint n) { out[get_global_id(0)] = mine() + sub_group_broadcast(n, 0); })",
     [](std::uint32_t i, std::uint32_t n) { return i % local_items + n; }},
    {"functions_that_meet", R"(
        uint twice(uint x) { return 2 * x + get_local_id(0) * 0; }
        uint turn(local uint* t, uint x) {
            uint l = get_local_id(0), s = get_local_size(0); barrier(CLK_LOCAL_MEM_FENCE); t[l] = twice(x);
            barrier(CLK_LOCAL_MEM_FENCE); return t[s - 1 - l]; }
        kernel void k(global uint* out, uint n) {
            local uint t[64]; uint i = get_global_id(0);
            out[i] = turn(t, turn(t, i)) + twice(work_group_reduce_max(n)); })",
     [](std::uint32_t i, std::uint32_t n) { return 4 * i + 2 * n; }},
};

const CallKernel kernels_with_memory[] = {
    {"local_memory", R"(
        void put(local uint* t, uint x) { t[get_local_id(0)] = x; }
        uint take(const local uint* t, uint at) { return t[at]; }
        kernel void k(global uint* out, uint n) {
            local uint t[64]; uint size = get_local_size(0), l = get_local_id(0);
            put(t, get_global_id(0) * 5); barrier(CLK_LOCAL_MEM_FENCE);
            uint x = take(t, size - 1 - l); barrier(CLK_LOCAL_MEM_FENCE);
            put(t, x + n); barrier(CLK_LOCAL_MEM_FENCE);
            out[get_global_id(0)] = take(t, (l + 1) % size); })",
     [](std::uint32_t i, std::uint32_t n) {
         const std::uint32_t size = group_size(i), first = i / local_items * local_items, next = (i - first + 1) % size;
         return (first + size - 1 - next) * 5 + n;
     }},
    {"atomics", R"(
        uint count(volatile local uint* c) { return atomic_add(c, 3u); }
        void most(volatile local uint* c, uint x) { atomic_max(c, x); }
        uint add(atomic_uint* c, uint x) { return atomic_fetch_add(c, x); }
        kernel void k(global uint* out, uint n) {
            local uint c[2]; local atomic_uint a; uint l = get_local_id(0);
            if (l == 0) { c[0] = c[1] = 0; atomic_init(&a, 0u); } barrier(CLK_LOCAL_MEM_FENCE);
            uint old = count(c); most(c + 1, l); add(&a, 2); barrier(CLK_LOCAL_MEM_FENCE);
            out[get_global_id(0)] = c[0] + 1000 * c[1] + 7 * atomic_load(&a) + (old % 3); })",
     [](std::uint32_t i, std::uint32_t) {
         const std::uint32_t size = group_size(i);
         return 3 * size + 1000 * (size - 1) + 14 * size;
     }},
    {"private_memory", R"(
        void fill(uint* p, uint n, uint x) { for (uint j = 0; j < n; ++j) p[j] = x + j; }
        uint total(const uint* p, uint n) { uint s = 0; for (uint j = 0; j < n; ++j) s += p[j]; return s; }
        uint deep(uint x, uint n) { uint own[50]; fill(own, 50, x); return total(own, n % 51); }
        void swap(uint* a, uint* b) { uint t = *a; *a = *b; *b = t; }
        kernel void k(global uint* out, uint n) {
            uint i = get_global_id(0), a[20], x = i, y = n; fill(a, 20, i); swap(&x, &y); barrier(CLK_LOCAL_MEM_FENCE);
            out[i] = total(a, 20) + deep(i, n / 10) + 3 * x + y; })",
     [](std::uint32_t i, std::uint32_t n) { return 20 * i + 190 + 10 * i + 45 + 3 * n + i; }},
    {"generic_pointers", R"(
        uint space(void* p) { return to_local(p) ? 1 : to_private(p) ? 2 : to_global(p) ? 3 : 4; }
        uint through(uint* p, uint x) { *p += x; return *p; }
        uint told(uint* p, uint x) { uint own = x; return space(&own) * 10 + space(p) + through(p, 1) * 0; }
        typedef struct { uint a[8]; } S;
        uint of_copy(S s, uint at) { return space(s.a + (at & 7)); }
        kernel void k(global uint* out, uint n) {
            local uint l[64]; uint p[4], i = get_global_id(0); S s; s.a[0] = i;
            uint* where = i % 3 == 0 ? (uint*)(l + get_local_id(0)) : i % 3 == 1 ? (uint*)(p + (i & 3)) : (uint*)(out + i);
            *where = i; uint t = through(where, n) == i + n ? told(where, i) : 99;
            out[i] = t * 10 + of_copy(s, i); })",
     [](std::uint32_t i, std::uint32_t) { return (20 + i % 3 + 1) * 10 + 2; }},
    {"volatile_local", R"(
        uint turn(volatile local uint* t, uint x) { t[x] = x; return t[x] == x ? t[x] * 2 : 0; }
        kernel void k(global uint* out, uint n) {
            volatile local uint t[64]; out[get_global_id(0)] = turn(t, get_local_id(0)) + turn(t, 1); })",
     [](std::uint32_t i, std::uint32_t) { return i % local_items * 2 + 2; }},
    {"constants", R"(
        constant uint table[4] = {5, 6, 7, 8};
        constant uint* pick(uint i) { return table + (i & 3); }
        uint look(constant uint* p) { return *p; }
        kernel void k(global uint* out, uint n) { uint i = get_global_id(0); out[i] = look(pick(i)) + look(table + (n & 1)); })",
     [](std::uint32_t i, std::uint32_t n) { return 5 + (i & 3) + 5 + (n & 1); }},
};

class KeptCallsTest : public testing::TestWithParam<std::tuple<CallKernel, const char*>> {};

TEST_P(KeptCallsTest, Compute) {
    const auto& [kernel, features] = GetParam();
    for (const char* build_options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"}) {
        std::vector<std::uint32_t> out(items, 77);
        constexpr std::uint32_t n = 100;
        RunOptions options;
        options.build_options = build_options;
        options.target_limit = features;
        options.kept_calls = compiler::KeptCalls::where_possible;
        run_kernel(kernel.source, "k", line(items, local_items), ArgumentBlock().add(out.data()).add(n), options);
        for (std::uint32_t i = 0; i < items; ++i) ASSERT_EQ(out[i], kernel.expected(i, n)) << "work-item " << i;
    }
}

auto on_machines(std::span<const CallKernel> kernels) {
    return testing::Combine(testing::ValuesIn(kernels.begin(), kernels.end()),
                            testing::Values("avx512", "avx2", "sse2"));
}

std::string name_of(const testing::TestParamInfo<std::tuple<CallKernel, const char*>>& test) {
    return std::string(std::get<0>(test.param).name) + "_" + std::get<1>(test.param);
}

INSTANTIATE_TEST_SUITE_P(Values, KeptCallsTest, on_machines(kernels_with_values), name_of);
INSTANTIATE_TEST_SUITE_P(Memory, KeptCallsTest, on_machines(kernels_with_memory), name_of);

// Makes a chain of `depth` functions, in which each function calls the next function. For each function of the chain,
// the kernel also calls functions outside of the chain; their number is `others`. Every function has an array of
// `words` 32-bit words.
std::string with_arrays(unsigned depth, unsigned others, unsigned words) {
    std::string source = "uint f0(uint x) { return x + 1; }\n";
    const auto array = [&](const std::string& name, const std::string& next) {
        return "uint " + name + "(uint x) { uint a[" + std::to_string(words) +
               "];\n"
               "for (uint j = 0; j < x + 3; ++j) a[j * x % " +
               std::to_string(words) +
               "] = j;\n"
               "return a[" +
               next + "(x) % " + std::to_string(words) + "] & 1; }\n";
    };
    std::string calls;
    for (unsigned i = 1; i <= depth; ++i) {
        source += array("f" + std::to_string(i), "f" + std::to_string(i - 1));
        for (unsigned j = 0; j < others; ++j) {
            const std::string name = "g" + std::to_string(i) + "_" + std::to_string(j);
            source += array(name, "f0");
            calls += "x = " + name + "(x); ";
        }
    }
    return source + "kernel void k(global uint* out, uint n) { uint x = get_global_id(0); " + calls + "out[x % " +
           std::to_string(items) + "] = f" + std::to_string(depth) + "(x); }\n";
}

std::uint64_t context_of(const std::string& source) {
    compiler::CodeOptions options;
    options.target = device::host_target();
    options.kept_calls = compiler::KeptCalls::where_possible;
    const auto program = compiler::compiler_instance().build(source, "-cl-opt-disable");
    const auto result = compiler::compiler_instance().compile_kernel(program.ir, "k", options);
    EXPECT_EQ(result.status, compiler::Status::success) << result.log;
    return result.code.context_bytes_per_group;
}

TEST(KeptCallsTest, TakeTheStackOfTheDeepestChain) {
    constexpr std::uint64_t array = 40000 * 4, slack = 256 * 1024;
    const std::uint64_t chain = context_of(with_arrays(8, 0, 40000)), wide = context_of(with_arrays(2, 8, 40000));
    EXPECT_GE(chain, 8 * array);
    EXPECT_LE(chain, 8 * array + slack);
    EXPECT_GE(wide, 2 * array);
    EXPECT_LE(wide, 2 * array + slack);
}

TEST(KeptCallsTest, RefuseChainsThatNoWorkItemCanHave) {
    compiler::CodeOptions options;
    options.target = device::host_target();
    options.kept_calls = compiler::KeptCalls::where_possible;
    const std::string source = with_arrays(3, 0, 100u << 20);
    const auto program = compiler::compiler_instance().build(source, "-cl-opt-disable");
    const auto result = compiler::compiler_instance().compile_kernel(program.ir, "k", options);
    EXPECT_NE(result.status, compiler::Status::success);
    EXPECT_NE(result.log.find("the private variables of a work-item take"), std::string::npos) << result.log;
}

TEST(KeptCallsTest, TakeNoStackOfTheThread) {
    std::vector<std::uint32_t> out(items, 77);
    RunOptions options;
    options.kept_calls = compiler::KeptCalls::where_possible;
    run_kernel(with_arrays(20, 1, 100000), "k", line(items, local_items),
               ArgumentBlock().add(out.data()).add(std::uint32_t{0}), options);
}

}  // namespace
}  // namespace lanewise::test
