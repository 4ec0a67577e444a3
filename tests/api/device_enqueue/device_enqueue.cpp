// Tests kernels that enqueue kernels (OpenCL C 3.0, section 6.15.19): which children run, in which order, and with
// which arguments.
#include <algorithm>
#include <numeric>

#include "device_queue_fixture.h"

namespace {

class DeviceEnqueue : public DeviceQueueTest {};

std::vector<cl_int> counting(size_t count, cl_int first = 0) {
    std::vector<cl_int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
}

TEST_F(DeviceEnqueue, ParentWaitsForChild) {
    const auto out = run(R"(kernel void k(global int* out) {
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(8),
                       ^{ out[get_global_id(0)] = (int)get_global_id(0) + 5; });
    })",
                         8);
    EXPECT_EQ(out, counting(8, 5));
}

TEST_F(DeviceEnqueue, EachWorkItemHasItsOwnChild) {
    const auto out = run(R"(kernel void k(global int* out) {
        const int i = get_global_id(0);
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[i] += i; });
    })",
                         4096, 4096);
    EXPECT_EQ(out, counting(4096));
}

TEST_F(DeviceEnqueue, OnlyActiveLanesEnqueue) {
    const auto out = run(R"(kernel void k(global int* out) {
        const int i = get_global_id(0);
        if (i % 3 == 1)
            for (int j = 0; j < i % 5; ++j)
                enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                               ^{ atomic_inc(out + i); });
    })",
                         300, 300);
    for (int i = 0; i < 300; ++i) EXPECT_EQ(out[static_cast<size_t>(i)], i % 3 == 1 ? i % 5 : 0) << i;
}

TEST_F(DeviceEnqueue, WaitKernelSeesAllOfTheParent) {
    const auto out = run(R"(kernel void k(global int* out) {
        const int i = get_global_id(0), n = get_global_size(0);
        if (i == 0)
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
                int sum = 0;
                for (int j = 1; j <= n; ++j) sum += out[j];
                out[0] = sum;
            });
        for (volatile int j = 0; j < 100; ++j) out[i + 1] = j % 2;
        out[i + 1] = 1;
    })",
                         100001, 100000);
    EXPECT_EQ(out[0], 100000);
}

TEST_F(DeviceEnqueue, WaitWorkGroupSeesItsGroup) {
    const auto out = run(R"(kernel void k(global int* out) {
        const int i = get_global_id(0), n = get_local_size(0), first = i - (int)get_local_id(0);
        if (get_local_id(0) == 0)
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1), ^{
                int sum = 0;
                for (int j = 0; j < n; ++j) sum += out[1024 + first + j];
                atomic_add(out + 0, sum);
            });
        out[1024 + i] = 1;
    })",
                         2048, 1024);
    EXPECT_EQ(out[0], 1024);
}

TEST_F(DeviceEnqueue, AllFormsOfRanges) {
    const auto out = run(R"(
    #define COUNT(at, range) \
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, range, ^{ \
            atomic_inc(out + at); \
            atomic_add(out + at + 20, (int)(get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2))); \
        })
    kernel void k(global int* out) {
        const size_t o2[2] = {1, 2}, g2[2] = {5, 3}, l2[2] = {2, 3};
        const size_t o3[3] = {1, 2, 3}, g3[3] = {4, 3, 5}, l3[3] = {3, 1, 2};
        COUNT(0, ndrange_1D(7));
        COUNT(1, ndrange_1D(7, 3));
        COUNT(2, ndrange_1D(10, 7, 3));
        COUNT(3, ndrange_2D(g2));
        COUNT(4, ndrange_2D(g2, l2));
        COUNT(5, ndrange_2D(o2, g2, l2));
        COUNT(6, ndrange_3D(g3));
        COUNT(7, ndrange_3D(g3, l3));
        COUNT(8, ndrange_3D(o3, g3, l3));
    })",
                         40);
    const auto sum = [](int ox, int oy, int oz, int x, int y, int z) {
        int total = 0;
        for (int a = 0; a < x; ++a)
            for (int b = 0; b < y; ++b)
                for (int c = 0; c < z; ++c) total += a + ox + 100 * (b + oy) + 10000 * (c + oz);
        return total;
    };
    const cl_int items[] = {7, 7, 7, 15, 15, 15, 60, 60, 60};
    const cl_int sums[] = {sum(0, 0, 0, 7, 1, 1), sum(0, 0, 0, 7, 1, 1), sum(10, 0, 0, 7, 1, 1),
                           sum(0, 0, 0, 5, 3, 1), sum(0, 0, 0, 5, 3, 1), sum(1, 2, 0, 5, 3, 1),
                           sum(0, 0, 0, 4, 3, 5), sum(0, 0, 0, 4, 3, 5), sum(1, 2, 3, 4, 3, 5)};
    for (size_t i = 0; i < 9; ++i) {
        EXPECT_EQ(out[i], items[i]) << i;
        EXPECT_EQ(out[i + 20], sums[i]) << i;
    }
}

TEST_F(DeviceEnqueue, CapturesByValue) {
    const auto out = run(R"(
    typedef struct { int a; float b; double c; char d[5]; } Mixed;
    kernel void k(global int* out) {
        const int i = get_global_id(0);
        Mixed mixed = {i, i + 0.5f, i + 0.25, {1, 2, 3, 4, (char)i}};
        double16 wide = (double16)(i);
        char3 odd = (char3)(i, 2, 3);
        global int* place = out + i;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
            const bool right = mixed.a == i && mixed.b == i + 0.5f && mixed.c == i + 0.25 && mixed.d[4] == (char)i &&
                               mixed.d[0] == 1 && wide.sf == i && wide.s0 == i && odd.x == (char)i && odd.z == 3;
            *place = right ? i + 1 : -1;
        });
        mixed.a = -1;
        wide = 0;
    })",
                         100, 100);
    EXPECT_EQ(out, counting(100, 1));
}

TEST_F(DeviceEnqueue, LocalArguments) {
    const auto out = run(R"(kernel void k(global int* out) {
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64, 16),
            ^(local void* a, local void* b, local void* c) {
                local int* x = a; local char* y = b; local long* z = c;
                const int l = get_local_id(0);
                x[l] = l; y[l] = (char)(l + 1); z[l] = l + 2;
                barrier(CLK_LOCAL_MEM_FENCE);
                const int o = 15 - l;
                out[get_global_id(0)] = x[o] + y[o] * 100 + (int)z[o] * 10000;
            }, 16 * sizeof(int), 16u, 16 * sizeof(long));
    })",
                         64);
    for (int i = 0; i < 64; ++i) {
        const int o = 15 - i % 16;
        EXPECT_EQ(out[static_cast<size_t>(i)], o + (o + 1) * 100 + (o + 2) * 10000);
    }
}

TEST_F(DeviceEnqueue, AnyNumberOfLocalArguments) {
    constexpr int count = 24;
    std::string parameters, sizes, writes, reads;
    for (int i = 0; i < count; ++i) {
        const std::string number = std::to_string(i), name = "a" + number;
        parameters += (i ? ", local void* " : "local void* ") + name;
        sizes += ", " + std::to_string(8 * (i + 4)) + "u";
        writes += "((local int*)" + name + ")[l] = l + " + number + ";\n";
        reads += "sum += ((local int*)" + name + ")[7 - l];\n";
    }
    const auto out =
        run("kernel void k(global int* out) {"
            "enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(16, 8), ^(" +
                parameters + ") { const int l = get_local_id(0); int sum = 0;" + writes +
                "barrier(CLK_LOCAL_MEM_FENCE);" + reads + "out[get_global_id(0)] = sum; }" + sizes + "); }",
            16);
    for (int i = 0; i < 16; ++i)
        EXPECT_EQ(out[static_cast<size_t>(i)], count * (7 - i % 8) + count * (count - 1) / 2) << i;
}

// A child without work-items must complete at once, and so must its event.
TEST_F(DeviceEnqueue, EmptyRanges) {
    EXPECT_EQ(run(R"(kernel void k(global int* out) {
        clk_event_t done;
        const size_t sizes[] = {3, 0};
        out[0] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(0), 0, NULL, &done,
                                ^{ out[1] = 1; });
        out[2] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL,
                                ^{ out[3] = 1; });
        out[4] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_2D(sizes), ^{ out[5] = 1; });
        release_event(done);
    })",
                  6, 1, "-cl-std=CL3.0 -g"),
              (std::vector<cl_int>{0, 0, 0, 1, 0, 0}));
}

TEST_F(DeviceEnqueue, BlocksOfAllKinds) {
    const auto out = run(R"(
    int twice(int i) { return 2 * i; }
    kernel void other(global int* out, int i) { out[i] = twice(i); }
    void make(queue_t queue, global int* out, int i) {
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ other(out, i); });
    }
    kernel void k(global int* out) {
        queue_t queue = get_default_queue();
        void (^named)(void) = ^{ out[0] = 10; };
        const int (^sum)(int, int) = ^(int a, int b) { return a + b; };
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), named);
        make(queue, out, 1);
        make(queue, out, 2);
        out[3] = sum(20, 3);
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2), ^{
                const int i = 4 + get_global_id(0);
                enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[i] = i; });
            });
        });
    })",
                         6);
    EXPECT_EQ(out, (std::vector<cl_int>{10, 2, 4, 23, 4, 5}));
}

// For a call or enqueue of a block, the compiler must find the block literal, even if the literal is within parentheses
// or braces.
TEST_F(DeviceEnqueue, BlocksInBracketsAndBraces) {
    const auto out = run(R"(
    typedef void (^block_t)(void);
    kernel void k(global int* out) {
        const queue_t queue = get_default_queue();
        const ndrange_t one = ndrange_1D(1);
        const int later = CLK_ENQUEUE_FLAGS_WAIT_KERNEL;
        block_t a = (^{ out[0] += 1; }), b = ((a)), c = {b};
        enqueue_kernel(queue, later, one, (a));
        (b)();
        c();
        ((block_t)(c))();
        (^{ out[1] = 2; })();
        ((block_t)^{ out[1] += 1; })();
        enqueue_kernel(queue, later, one, (^{ out[2] = 3; }));
        enqueue_kernel(queue, later, one, _Generic(out, default: ^{ out[3] = 4; }));
        enqueue_kernel(queue, later, one, __builtin_choose_expr(1, ^{ out[4] = 5; }, ^{ out[4] = 0; }));
        enqueue_kernel(queue, later, one, (block_t){^{ out[5] = 6; }});
        const int size = get_kernel_work_group_size((^{ out[0] = 7; }));
        out[6] = size > 0;
    })",
                         7);
    EXPECT_EQ(out, (std::vector<cl_int>{4, 3, 3, 4, 5, 6, 1}));
}

TEST_F(DeviceEnqueue, Recursion) {
    const auto out = run(R"(
    void descend(global int* out, int depth) {
        out[depth] = depth + 1;
        if (depth < 31)
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                           ^{ descend(out, depth + 1); });
    }
    kernel void k(global int* out) { descend(out, 0); })",
                         32);
    EXPECT_EQ(out, counting(32, 1));
}

// Enqueues many more children than the queue can hold at a time. The memory of a child must therefore be reused as soon
// as the child has run.
TEST_F(DeviceEnqueue, EndlessDescentTakesNoRoom) {
    cl_command_queue small = make_sized_queue(4096);
    cl_kernel made = build(R"(
    void step(queue_t queue, global int* out, int left) {
        atomic_inc(out);
        if (left != 0)
            enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ step(queue, out, left - 1); });
    }
    kernel void k(global int* out, queue_t queue) { step(queue, out, 100000); })");
    cl_mem out = zeros(1);
    clSetKernelArg(made, 0, sizeof out, &out);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof small, &small), CL_SUCCESS);
    launch(queue, made, 1);
    clReleaseCommandQueue(small);  // the launch retains the queue
    EXPECT_EQ(read(out)[0], 100001);
}

TEST_F(DeviceEnqueue, PrintsAndVariablesAreThePrograms) {
    const auto out = run(R"(
    global int shared = 3;
    kernel void k(global int* out) {
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(5), ^{ atomic_inc(&shared); });
        clk_event_t done;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(5), 0, NULL, &done,
                       ^{ atomic_inc(&shared); });
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL,
                       ^{ out[0] = shared >= 8; });
        release_event(done);
    })",
                         1);
    EXPECT_EQ(out[0], 1);
}

TEST_F(DeviceEnqueue, LargeChildrenAreShared) {
    const auto out = run(R"(kernel void k(global int* out) {
        clk_event_t done;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1 << 20), 0, NULL, &done,
                       ^{ out[get_global_id(0) + 1] = 1; });
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL, ^{
            int sum = 0;
            for (int i = 0; i < 1 << 20; ++i) sum += out[i + 1];
            out[0] = sum;
        });
        release_event(done);
    })",
                         (1 << 20) + 1);
    EXPECT_EQ(out[0], 1 << 20);
}

// The children run one after another while the host waits. The same task of the device's thread pool runs all of them.
TEST_F(DeviceEnqueue, ManyLargeChildren) {
    const auto out = run(R"(
    void next(global int* out, int left) {
        if (left != 0)
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(100000), ^{
                for (volatile int i = 0; i < 20; ++i) ;
                out[get_global_id(0)]++;
                if (get_global_id(0) == 0) next(out, left - 1);
            });
    }
    kernel void k(global int* out) { next(out, 200); })",
                         100000);
    EXPECT_EQ(out, std::vector<cl_int>(100000, 200));
}

}  // namespace
