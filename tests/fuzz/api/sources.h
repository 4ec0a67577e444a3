// Programs that the fuzzer builds. The model knows the kernels of `known_source`: the C++ functions in this file
// compute the same results.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace lanewise::api_fuzz {

inline constexpr const char* known_source = R"(
size_t linear_id(void) {
    return (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
}
size_t local_id(void) {
    return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}
kernel void mix(global uint* data, uint n, uint factor) {
    size_t i = linear_id();
    if (i < n) data[i] = data[i] * factor + (uint)i;
}
kernel void combine(global uint* to, constant uint* from, uint n) {
    size_t i = linear_id();
    if (i < n) to[i] ^= from[i] + 7u;
}
kernel void through_local(global uint* data, local uint* scratch, uint n) {
    size_t i = linear_id(), l = local_id();
    scratch[l] = i < n ? data[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) data[i] = scratch[l] + 1;
}
// Adds 3 by a child kernel, or by this work-item if the queue is full or belongs to another device.
void spread_by(global uint* data, uint n, queue_t queue) {
    if (linear_id() != 0) return;
    void (^add)(void) = ^{ data[get_global_id(0)] += 3; };
    if (enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(n), add) != CLK_SUCCESS)
        for (uint i = 0; i < n; ++i) data[i] += 3;
}
kernel void spread(global uint* data, uint n, queue_t queue) { spread_by(data, n, queue); }
kernel void spread_by_default(global uint* data, uint n) { spread_by(data, n, get_default_queue()); }
// Writes packets in order until the pipe is full.
kernel void put_packets(global uint* data, uint n, write_only pipe uint to) {
    if (linear_id() != 0) return;
    uint made = 0;
    while (made < n && write_pipe(to, &data[made]) == 0) ++made;
    if (n != 0) data[0] = made;
}
kernel void take_packets(global uint* data, uint n, read_only pipe uint from) {
    if (linear_id() != 0) return;
    uint packet;
    for (uint i = 0; i < n && read_pipe(from, &packet) == 0; ++i) data[i] = packet;
}
)";

inline void mix(std::uint32_t* data, std::size_t n, std::uint32_t factor) {
    for (std::size_t i = 0; i < n; ++i) data[i] = data[i] * factor + static_cast<std::uint32_t>(i);
}
inline void combine(std::uint32_t* to, const std::uint32_t* from, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) to[i] ^= from[i] + 7u;
}
inline void through_local(std::uint32_t* data, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) data[i] += 1;
}

inline void spread(std::uint32_t* data, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) data[i] += 3;
}

inline void put_packets(std::uint32_t* data, std::size_t n, std::deque<std::uint32_t>& pipe, std::size_t most) {
    std::uint32_t made = 0;
    for (; made < n && pipe.size() < most; ++made) pipe.push_back(data[made]);
    if (n != 0) data[0] = made;
}
inline void take_packets(std::uint32_t* data, std::size_t n, std::deque<std::uint32_t>& pipe) {
    for (std::size_t i = 0; i < n && !pipe.empty(); ++i) {
        data[i] = pipe.front();
        pipe.pop_front();
    }
}

/// Valid and invalid sources, which are built, compiled and linked in any order.
inline constexpr std::array other_sources{
    "kernel void say(int x) { if (get_global_id(0) < 4) printf(\"%d %s\\n\", x, \"fuzz\"); }",
    "kernel void broken(global int* p) { *p = undeclared; }",
    "#include \"part.h\"\nkernel void k(global int* p) { p[0] = part(3); }",
    "int twice(int x) { return 2 * x; }",
    "int twice(int x);\nkernel void calls(global int* p) { p[get_global_id(0)] = twice(5); }",
    "kernel __attribute__((reqd_work_group_size(8, 1, 1))) void fixed(global float4* p, float3 v, local int* l)"
    " { l[get_local_id(0)] = 1; p[get_global_id(0)].xyz = v; }",
    "typedef struct { int a; char b[61]; } Big;\nkernel void takes(Big big, global Big* to) { *to = big; }",
    "global int counter = 5; kernel void counts(void) { atomic_inc(&counter); }",
    "kernel void put(write_only pipe int p, int x) { write_pipe(p, &x); }\n"
    "kernel void take(read_only pipe int p, global int* to) { read_pipe(p, to); }",
    "kernel void deep(queue_t q, int n) { if (n > 0) enqueue_kernel(q, 0, ndrange_1D(1), ^{ deep(q, n - 1); }); }",
    "kernel __attribute__((intel_reqd_sub_group_size(8))) void m(void) { sub_group_barrier(CLK_LOCAL_MEM_FENCE); }",
    "",
    "#error no\n",
    "kernel void ",
    "#ifdef N\nkernel void n(global int* p) { *p = N; }\n#endif\nkernel void m(void) {}",
};

/// A module with a kernel without arguments, a function that `other_sources` calls, and a specialization constant of
/// four bytes with the SpecId 1.
inline constexpr const char* module_text = R"(
OpCapability Addresses
OpCapability Kernel
OpCapability Linkage
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "from_il"
OpExecutionMode %k LocalSizeHint 8 1 1
OpDecorate %twice LinkageAttributes "twice" Export
OpDecorate %factor SpecId 1
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%kernel_type = OpTypeFunction %void
%twice_type = OpTypeFunction %uint %uint
%factor = OpSpecConstant %uint 2
%twice = OpFunction %uint None %twice_type
%x = OpFunctionParameter %uint
%inside = OpLabel
%product = OpIMul %uint %x %factor
OpReturnValue %product
OpFunctionEnd
%k = OpFunction %void None %kernel_type
%start = OpLabel
OpReturn
OpFunctionEnd
)";

inline constexpr const char* part_source = "int part(int x) { return x + 1; }";

inline constexpr std::array build_options{
    "",
    "",
    "",
    "-cl-std=CL3.0",
    "-cl-std=CL3.1",
    "-cl-std=CL2.0",
    "-DN=3",
    "-cl-kernel-arg-info",
    "-cl-fast-relaxed-math -w",
    "-cl-opt-disable",
    "-foo",
    "-D",
    "-cl-std=CL9",
    "-I/nowhere -I .",
    "-create-library",
    "-Werror \"",
    "-x cl -o /tmp/x",
    "\xff\xfe",
    "-cl-uniform-work-group-size",
    "-cl-denorms-are-zero",
};

}  // namespace lanewise::api_fuzz
