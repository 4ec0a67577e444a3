// Tests pipes in kernels. Each packet must be read exactly once, with the bytes that were written. Covers the functions
// for work-items, sub-groups and work-groups, reservations that are committed in any order, and many work-groups that
// write and read.
#include <algorithm>
#include <string>

#include "fixture.h"

namespace lanewise::test {
namespace {

class Pipes : public ContextTest {
protected:
    void TearDown() override {
        for (cl_kernel kernel : kernels_) clReleaseKernel(kernel);
        if (program_) clReleaseProgram(program_);
        ContextTest::TearDown();
    }

    void build(const std::string& source, const char* options = "-cl-std=CL3.0") {
        const char* text = source.c_str();
        program_ = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
        if (clBuildProgram(program_, 0, nullptr, options, nullptr, nullptr) == CL_SUCCESS) return;
        char log[4096] = {};
        clGetProgramBuildInfo(program_, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
        FAIL() << log;
    }

    void use(cl_program program) {
        program_ = program;
        EXPECT_EQ(clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    }

    Mem pipe(cl_uint packet_size, cl_uint max_packets) {
        cl_int code = CL_SUCCESS;
        Mem created(clCreatePipe(context, 0, packet_size, max_packets, nullptr, &code));
        EXPECT_EQ(code, CL_SUCCESS);
        return created;
    }

    static void set_arg(cl_kernel kernel, cl_uint index, const Mem& memory) {
        cl_mem const handle = memory.get();
        EXPECT_EQ(clSetKernelArg(kernel, index, sizeof handle, static_cast<const void*>(&handle)), CL_SUCCESS);
    }
    static void set_arg(cl_kernel kernel, cl_uint index, cl_uint number) {
        EXPECT_EQ(clSetKernelArg(kernel, index, sizeof number, &number), CL_SUCCESS);
    }

    template <class... Arguments>
    cl_kernel kernel(const char* name, const Arguments&... arguments) {
        cl_int code = CL_SUCCESS;
        kernels_.push_back(clCreateKernel(program_, name, &code));
        EXPECT_EQ(code, CL_SUCCESS) << name;
        cl_uint index = 0;
        (set_arg(kernels_.back(), index++, arguments), ...);
        return kernels_.back();
    }

    static void launch(cl_command_queue on, cl_kernel kernel, std::size_t global, std::size_t local = 0) {
        EXPECT_EQ(
            clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &global, local != 0 ? &local : nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
    }

    template <class... Arguments>
    void run(const char* name, std::size_t global, std::size_t local, const Arguments&... arguments) {
        launch(queue, kernel(name, arguments...), global, local);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }

    Mem words(std::size_t count, cl_uint value = 0) {
        std::vector<cl_uint> content(count, value);
        return buffer(count * sizeof(cl_uint), CL_MEM_COPY_HOST_PTR, content.data());
    }
    std::vector<cl_uint> words_of(const Mem& from, std::size_t count) {
        std::vector<cl_uint> content(count);
        EXPECT_EQ(clEnqueueReadBuffer(queue, from.get(), CL_TRUE, 0, count * sizeof(cl_uint), content.data(), 0,
                                      nullptr, nullptr),
                  CL_SUCCESS);
        return content;
    }
    /// Checks that the elements of `from` are the numbers 0, 1, 2... in any order.
    void expect_all(const Mem& from, cl_uint count) {
        std::vector<cl_uint> found = words_of(from, count);
        std::ranges::sort(found);
        for (cl_uint i = 0; i < count; ++i) ASSERT_EQ(found[i], i);
    }

private:
    cl_program program_ = nullptr;
    std::vector<cl_kernel> kernels_;
};

constexpr const char* plain_source = R"(
    kernel void put(write_only pipe uint p, global uint* full) {
        const uint value = get_global_id(0);
        if (write_pipe(p, &value) != 0) atomic_inc(full);
    }
    kernel void take(read_only pipe uint p, global uint* out, global uint* empty) {
        uint value;
        if (read_pipe(p, &value) == 0) out[get_global_id(0)] = value; else atomic_inc(empty);
    }
    kernel void count(read_only pipe uint p, global uint* out) {
        out[0] = get_pipe_num_packets(p);
        out[1] = get_pipe_max_packets(p);
    })";

TEST_F(Pipes, PacketsComeOutOnce) {
    build(plain_source);
    const Mem p = pipe(4, 1000), out = words(1000), full = words(1), empty = words(1);
    run("put", 1000, 0, p, full);
    run("take", 1000, 0, p, out, empty);
    expect_all(out, 1000);
    EXPECT_EQ(words_of(full, 1)[0], 0u);
    EXPECT_EQ(words_of(empty, 1)[0], 0u);
}

TEST_F(Pipes, FullAndEmptyAreTold) {
    build(plain_source);
    const Mem p = pipe(4, 77), out = words(200), counts = words(2), full = words(1), empty = words(1);
    run("take", 10, 0, p, out, empty);
    EXPECT_EQ(words_of(empty, 1)[0], 10u);
    run("put", 100, 0, p, full);
    EXPECT_EQ(words_of(full, 1)[0], 23u);
    run("count", 1, 0, p, counts);
    EXPECT_EQ(words_of(counts, 2), (std::vector<cl_uint>{77, 77}));
    run("take", 30, 0, p, out, empty);
    run("count", 1, 0, p, counts);
    EXPECT_EQ(words_of(counts, 2), (std::vector<cl_uint>{47, 77}));
    run("put", 100, 0, p, full);
    EXPECT_EQ(words_of(full, 1)[0], 23u + 70u);
}

// The pipe's indices wrap around many times, with every possible number of packets in the pipe.
TEST_F(Pipes, RingsGoRound) {
    build(plain_source);
    for (const cl_uint capacity : {1u, 2u, 3u, 5u, 64u, 100u}) {
        const Mem p = pipe(4, capacity), out = words(100), full = words(1), empty = words(1);
        for (cl_uint round = 0; round < 300; ++round) {
            const cl_uint count = 1 + round % capacity;
            run("put", count, 0, p, full);
            run("take", count, 0, p, out, empty);
            expect_all(out, count);
        }
        EXPECT_EQ(words_of(full, 1)[0] + words_of(empty, 1)[0], 0u);
    }
}

TEST_F(Pipes, PrivateLocalAndStructuredPackets) {
    build(R"(
        typedef struct { char a[5]; short b; } Odd;
        typedef struct { uint word[1024]; } Large;
        kernel void put(write_only pipe Odd odd, write_only pipe Large large, write_only pipe double4 wide) {
            const int id = get_global_id(0);
            Odd o = {{id, id + 1, id + 2, id + 3, id + 4}, -id};
            Large l;
            for (int i = 0; i < 1024; ++i) l.word[i] = id * 1024 + i;
            local double4 w;
            w = (double4)(id, id + 1, id + 2, id + 3);
            write_pipe(odd, &o);
            write_pipe(large, &l);
            write_pipe(wide, &w);
        }
        kernel void take(read_only pipe Odd odd, read_only pipe Large large, read_only pipe double4 wide,
                         global uint* wrong) {
            Odd o;
            Large l;
            double4 w;
            uint bad = read_pipe(odd, &o) | read_pipe(large, &l) | read_pipe(wide, &w);
            for (int i = 0; i < 5; ++i) bad += o.a[i] != (char)(o.a[0] + i);
            bad += o.b != -(short)(uchar)o.a[0];
            for (int i = 0; i < 1024; ++i) bad += l.word[i] != l.word[0] + i;
            bad += l.word[0] % 1024 != 0;
            bad += any(w != w.x + (double4)(0, 1, 2, 3));
            wrong[get_global_id(0)] = bad;
        })");
    const Mem odd = pipe(8, 50), large = pipe(4096, 50), wide = pipe(32, 50), wrong = words(50, 1);
    run("put", 50, 1, odd, large, wide);
    run("take", 50, 0, odd, large, wide, wrong);
    EXPECT_EQ(words_of(wrong, 50), std::vector<cl_uint>(50));
}

constexpr const char* reservation_source = R"(
    // Reserves twice, fills both and commits the later one first.
    kernel void put(write_only pipe uint p, global uint* counts) {
        const reserve_id_t a = reserve_write_pipe(p, 3), b = reserve_write_pipe(p, 2);
        counts[0] = is_valid_reserve_id(a) && is_valid_reserve_id(b);
        for (uint i = 0; i < 3; ++i) write_pipe(p, a, 2 - i, &i);
        for (uint i = 3; i < 5; ++i) write_pipe(p, b, 7 - i - 3, &i);
        uint other = 9;
        counts[1] = write_pipe(p, a, 3, &other) != 0;
        commit_write_pipe(p, b);
        counts[2] = get_pipe_num_packets(p);
        commit_write_pipe(p, a);
        counts[3] = get_pipe_num_packets(p);
        counts[4] = !is_valid_reserve_id(reserve_write_pipe(p, get_pipe_max_packets(p) - 4));
        const reserve_id_t none = reserve_write_pipe(p, 0);
        counts[5] = is_valid_reserve_id(none);
        commit_write_pipe(p, none);
        counts[6] = is_valid_reserve_id(CLK_NULL_RESERVE_ID);
    }
    kernel void take(read_only pipe uint p, global uint* out) {
        const reserve_id_t a = reserve_read_pipe(p, 2), b = reserve_read_pipe(p, 3);
        if (!is_valid_reserve_id(a) || !is_valid_reserve_id(b)) return;
        out[5] = is_valid_reserve_id(reserve_read_pipe(p, 1));
        for (uint i = 0; i < 3; ++i) read_pipe(p, b, i, out + 2 + i);
        commit_read_pipe(p, b);
        out[6] = get_pipe_num_packets(p);
        for (uint i = 0; i < 2; ++i) read_pipe(p, a, i, out + i);
        commit_read_pipe(p, a);
    })";

// Packets must become readable in the order of the reservations, in whatever order the reservations are committed.
TEST_F(Pipes, ReservationsKeepTheirOrder) {
    build(reservation_source);
    const Mem p = pipe(4, 11), counts = words(7, 99), out = words(7, 99);
    for (int round = 0; round < 20; ++round) {
        run("put", 1, 0, p, counts);
        EXPECT_EQ(words_of(counts, 7), (std::vector<cl_uint>{1, 1, 0, 5, 1, 1, 0}));
        run("take", 1, 0, p, out);
        EXPECT_EQ(words_of(out, 7), (std::vector<cl_uint>{2, 1, 0, 4, 3, 0, 0}));
    }
}

constexpr const char* group_source = R"(
    kernel void put(write_only pipe uint p, global uint* failed) {
        const reserve_id_t id = work_group_reserve_write_pipe(p, get_local_size(0));
        if (is_valid_reserve_id(id)) {
            const uint value = get_global_id(0);
            write_pipe(p, id, get_local_id(0), &value);
            work_group_commit_write_pipe(p, id);
        } else if (get_local_id(0) == 0) {
            atomic_inc(failed);
        }
    }
    kernel void take(read_only pipe uint p, global uint* out) {
        local reserve_id_t id;
        id = work_group_reserve_read_pipe(p, get_local_size(0));
        if (is_valid_reserve_id(id)) {
            read_pipe(p, id, get_local_id(0), &out[get_global_id(0)]);
            work_group_commit_read_pipe(p, id);
        }
    })";

TEST_F(Pipes, WorkGroupsReserveOnce) {
    build(group_source);
    for (const std::size_t local : {1, 7, 16, 60, 128}) {
        const std::size_t global = local * 13;
        const Mem p = pipe(4, static_cast<cl_uint>(global + local - 1)), out = words(global), failed = words(1);
        for (int round = 0; round < 5; ++round) {
            run("put", global, local, p, failed);
            run("put", local, local, p, failed);  // no room for this work-group, so its reservation must fail
            run("take", global, local, p, out);
            // The packets of each work-group must be adjacent and in order.
            const std::vector<cl_uint> found = words_of(out, global);
            for (std::size_t i = 0; i < global; ++i) ASSERT_EQ(found[i], found[i - i % local] + i % local);
            expect_all(out, static_cast<cl_uint>(global));
        }
        EXPECT_EQ(words_of(failed, 1)[0], 5u);
    }
}

TEST_F(Pipes, SubGroupsReserveOnce) {
    build(R"(
        kernel void put(write_only pipe uint2 p, global uint* failed) {
            const reserve_id_t id = sub_group_reserve_write_pipe(p, get_sub_group_size());
            if (is_valid_reserve_id(id)) {
                const uint first = sub_group_broadcast((uint)get_global_id(0), 0);
                const uint2 value = (uint2)(first, get_sub_group_local_id());
                write_pipe(p, id, get_sub_group_local_id(), &value);
                sub_group_commit_write_pipe(p, id);
            } else if (get_sub_group_local_id() == 0) {
                atomic_inc(failed);
            }
        }
        kernel void take(read_only pipe uint2 p, global uint2* out) {
            const reserve_id_t id = sub_group_reserve_read_pipe(p, get_sub_group_size());
            if (!is_valid_reserve_id(id)) return;
            read_pipe(p, id, get_sub_group_local_id(), &out[get_global_id(0)]);
            sub_group_commit_read_pipe(p, id);
        })");
    for (const std::size_t local : {1, 7, 16, 60, 128}) {
        const std::size_t global = local * 11;
        const Mem p = pipe(8, static_cast<cl_uint>(global)), out = words(global * 2), failed = words(1);
        for (int round = 0; round < 3; ++round) {
            run("put", global, local, p, failed);
            run("take", global, local, p, out);
            // The packets that one sub-group writes or reads must be adjacent and in the order of its work-items. A
            // sub-group begins at a multiple of 8 in its work-group. For example, a work-group of 60 work-items may
            // have three sub-groups of 16 and one of 12 work-items. Sub-groups reserve in any order, so the packets of
            // one reader may begin in the middle of the packets of one writer.
            const std::vector<cl_uint> found = words_of(out, global * 2);
            std::vector<cl_uint> items;
            for (std::size_t i = 0; i < global; ++i) {
                items.push_back(found[2 * i] + found[2 * i + 1]);
                const bool may_begin_here = i % local % 8 == 0;
                if (found[2 * i + 1] != 0 && !may_begin_here)
                    ASSERT_EQ(items[i], items[i - 1] + 1) << local << ' ' << i;
            }
            std::ranges::sort(items);
            for (cl_uint i = 0; i < global; ++i) ASSERT_EQ(items[i], i);
        }
        EXPECT_EQ(words_of(failed, 1)[0], 0u);
        run("put", global, local, p, failed);
        run("put", local, local, p, failed);
        EXPECT_NE(words_of(failed, 1)[0], 0u);
    }
}

TEST_F(Pipes, WithoutOptimizations) {
    build(group_source, "-cl-std=CL3.0 -cl-opt-disable");
    const Mem p = pipe(4, 512), out = words(512), failed = words(1);
    run("put", 512, 64, p, failed);
    run("take", 512, 64, p, out);
    expect_all(out, 512);
    EXPECT_EQ(words_of(failed, 1)[0], 0u);
}

// Passes pipes to functions of another program object, and uses pipes in programs from binaries.
TEST_F(Pipes, SeparateObjectsAndBinaries) {
    const char* sources[] = {
        "int send(write_only pipe uint p, uint x); reserve_id_t room(write_only pipe uint p);"
        "kernel void put(write_only pipe uint p) {"
        "  const uint id = get_global_id(0); const reserve_id_t r = room(p);"
        "  if (send(p, id) != 0 || write_pipe(p, r, 0, &id) != 0) return; commit_write_pipe(p, r); }",
        "int send(write_only pipe uint p, uint x) { return write_pipe(p, &x); }"
        "reserve_id_t room(write_only pipe uint p) { return reserve_write_pipe(p, 1); }"
        "kernel void take(read_only pipe uint p, global uint* out) { read_pipe(p, out + get_global_id(0)); }"};
    cl_program objects[2] = {};
    for (int i : {0, 1}) {
        objects[i] = clCreateProgramWithSource(context, 1, &sources[i], nullptr, nullptr);
        ASSERT_EQ(clCompileProgram(objects[i], 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr),
                  CL_SUCCESS);
    }
    cl_program linked = clLinkProgram(context, 0, nullptr, nullptr, 2, objects, nullptr, nullptr, nullptr);
    ASSERT_NE(linked, nullptr);
    std::size_t size = 0;
    clGetProgramInfo(linked, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
    std::vector<unsigned char> binary(size);
    unsigned char* bytes = binary.data();
    clGetProgramInfo(linked, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr);
    for (cl_program each : {objects[0], objects[1], linked}) clReleaseProgram(each);
    const unsigned char* stored = binary.data();
    use(clCreateProgramWithBinary(context, 1, &device, &size, &stored, nullptr, nullptr));
    const Mem p = pipe(4, 200), wide = pipe(8, 200), out = words(200);
    run("put", 100, 0, p);
    run("take", 200, 0, p, out);
    std::vector<cl_uint> found = words_of(out, 200);
    std::ranges::sort(found);
    for (cl_uint i = 0; i < 200; ++i) ASSERT_EQ(found[i], i / 2);
    cl_mem const handle = wide.get();
    EXPECT_EQ(clSetKernelArg(kernel("put"), 0, sizeof handle, &handle), CL_INVALID_ARG_VALUE);
}

// Two launches run at the same time: one writes to a small pipe, and the other reads it. A work-item tries again if the
// pipe is full. The number of tries is limited, because OpenCL does not guarantee that the reading launch runs at the
// same time.
TEST_F(Pipes, ManyProducersAndConsumers) {
    build(R"(
        kernel void put(write_only pipe ulong2 p, global uint* given_up) {
            for (uint i = 0; i < 64; ++i) {
                const ulong number = get_global_id(0) * 64 + i;
                const ulong2 packet = (ulong2)(number, ~number);
                uint tries = 0;
                while (tries < 200 && write_pipe(p, &packet) != 0) ++tries;
                if (tries == 200) given_up[number] = 1;
            }
        }
        kernel void take(read_only pipe ulong2 p, global uint* seen, global uint* torn) {
            ulong2 packet;
            for (uint tries = 0; tries < 5000; ++tries) {
                if (read_pipe(p, &packet) != 0) continue;
                if (packet.y == ~packet.x) atomic_inc(&seen[packet.x]); else atomic_inc(torn);
            }
        })");
    constexpr cl_uint count = 256 * 64;
    cl_command_queue other = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    for (const cl_uint capacity : {1u, 37u, 4096u}) {
        const Mem p = pipe(16, capacity), seen = words(count), torn = words(1), given_up = words(count);
        launch(queue, kernel("put", p, given_up), 256, 8);
        launch(other, kernel("take", p, seen, torn), 64, 8);
        clFlush(queue);
        clFlush(other);
        clFinish(queue);
        launch(other, kernel("take", p, seen, torn), 64, 8);  // a last launch that reads the remaining packets
        clFinish(other);
        EXPECT_EQ(words_of(torn, 1)[0], 0u);
        const std::vector<cl_uint> found = words_of(seen, count), not_put = words_of(given_up, count);
        for (cl_uint i = 0; i < count; ++i) ASSERT_EQ(found[i] + not_put[i], 1u) << i << " of " << capacity;
    }
    clReleaseCommandQueue(other);
}

// In divergent control flow, a pipe function must be executed separately for each work-item that reaches it.
TEST_F(Pipes, DivergentFlow) {
    build(R"(
        kernel void put(write_only pipe uint p, global uint* failed) {
            const uint id = get_global_id(0);
            for (uint i = 0; i < id % 5; ++i) {
                const uint value = id * 8 + i;
                if (write_pipe(p, &value) != 0) atomic_inc(failed);
            }
            if (id % 3 == 1) {
                const reserve_id_t r = reserve_write_pipe(p, 2);
                const uint a = id * 8 + 5, b = id * 8 + 6;
                if (!is_valid_reserve_id(r) || write_pipe(p, r, 0, &a) || write_pipe(p, r, 1, &b)) atomic_inc(failed);
                commit_write_pipe(p, r);
            }
        }
        kernel void take(read_only pipe uint p, global uint* seen) {
            uint value;
            const uint id = get_global_id(0);
            if (id % 7 != 3)
                while (read_pipe(p, &value) == 0) atomic_inc(&seen[value]);
        })");
    const Mem p = pipe(4, 5000), seen = words(8000), failed = words(1);
    run("put", 1000, 0, p, failed);
    run("take", 100, 0, p, seen);
    EXPECT_EQ(words_of(failed, 1)[0], 0u);
    const std::vector<cl_uint> found = words_of(seen, 8000);
    for (cl_uint id = 0; id < 1000; ++id)
        for (cl_uint i = 0; i < 8; ++i)
            ASSERT_EQ(found[id * 8 + i], i < id % 5 || (id % 3 == 1 && (i == 5 || i == 6)) ? 1u : 0u) << id << ' ' << i;
}

// A work-item leaves the loop when it has written its packet. The packet must then be visible to the other work-items
// of the sub-group, which still try to write.
TEST_F(Pipes, WhatIsWrittenIsVisibleWhileNeighboursStillTry) {
    build(R"(
        kernel void put(write_only pipe uint p, global uint* most_seen) {
            const uint id = get_global_id(0);
            uint seen = 0;
            for (int tries = 0; tries < 10; ++tries) {
                if (write_pipe(p, &id) == 0) break;
                seen = max(seen, get_pipe_num_packets(p));
            }
            most_seen[id] = seen;
        })");
    const Mem p = pipe(4, 8), most_seen = words(16);
    run("put", 16, 16, p, most_seen);
    std::vector<cl_uint> seen = words_of(most_seen, 16);
    std::ranges::sort(seen);
    for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(seen[i], i < 8 ? 0u : 8u) << i;
}

}  // namespace
}  // namespace lanewise::test
