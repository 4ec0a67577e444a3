// Tests events that kernels create, markers that kernels enqueue, and error codes (OpenCL C 3.0, section 6.15.19).
#include "device_queue_fixture.h"

namespace {

class DeviceEvents : public DeviceQueueTest {
protected:
    static constexpr const char* debug = "-cl-std=CL3.0 -g";

    /// Runs the kernel of `source` and returns the final status of its command.
    cl_int status_after(const std::string& source) {
        cl_kernel made = build(source);
        cl_mem out = zeros(16);
        clSetKernelArg(made, 0, sizeof out, &out);
        cl_event event = nullptr;
        launch(queue, made, 1, nullptr, {}, &event);
        clWaitForEvents(1, &event);
        const cl_int status = status_of(event);
        clReleaseEvent(event);
        return status;
    }
};

// Error codes of OpenCL C.
constexpr cl_int enqueue_failure = -101;
constexpr cl_int invalid_queue = -102;
constexpr cl_int invalid_ndrange = -160;
constexpr cl_int invalid_arg_size = -51;
constexpr cl_int invalid_wait_list = -57;
constexpr cl_int event_allocation_failure = -100;
constexpr cl_int out_of_resources = -5;

TEST_F(DeviceEvents, ChildrenWaitForUserEvents) {
    const auto out = run(R"(kernel void k(global int* out) {
        queue_t queue = get_default_queue();
        clk_event_t user = create_user_event(), first, second;
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), 1, &user, &first,
                       ^{ out[get_global_id(0)] = 1; });
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), 1, &first, &second,
                       ^{ out[get_global_id(0)] *= 5; });
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
            out[4] = out[0];
            set_user_event_status(user, CL_COMPLETE);
        });
        release_event(first);
        release_event(second);
    })",
                         5);
    EXPECT_EQ(out, (std::vector<cl_int>{5, 5, 5, 5, 0}));
}

TEST_F(DeviceEvents, LongWaitListsAndMarkers) {
    const auto out = run(R"(kernel void k(global int* out) {
        queue_t queue = get_default_queue();
        clk_event_t events[20], marker, last;
        for (int i = 0; i < 20; ++i)
            enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(10), 0, NULL, &events[i],
                           ^{ atomic_inc(out); });
        out[2] = enqueue_marker(queue, 20, events, &marker);
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &marker, &last, ^{ out[1] = out[0]; });
        out[3] = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 20, events, NULL,
                                ^{ out[4] = out[0]; });
        for (int i = 0; i < 20; ++i) release_event(events[i]);
        release_event(marker);
        release_event(last);
    })",
                         5);
    EXPECT_EQ(out, (std::vector<cl_int>{200, 200, 0, 0, 200}));
}

TEST_F(DeviceEvents, AChainOfEvents) {
    const auto out = run(R"(kernel void k(global int* out) {
        clk_event_t before, now;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &before, ^{ out[0] = 1; });
        for (int i = 1; i < 10000; ++i) {
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &before, &now,
                           ^{ out[0] = out[0] == i ? i + 1 : -1; });
            release_event(before);
            before = now;
        }
        release_event(before);
    })",
                         1);
    EXPECT_EQ(out[0], 10000);
}

TEST_F(DeviceEvents, AnEventCompletesAfterAllDescendants) {
    const auto out = run(R"(kernel void k(global int* out) {
        clk_event_t done;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &done, ^{
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
                enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(100),
                               ^{ atomic_inc(out); });
            });
        });
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL,
                       ^{ out[1] = out[0]; });
        release_event(done);
    })",
                         2);
    EXPECT_EQ(out[1], 100);
}

TEST_F(DeviceEvents, ReferencesAreCounted) {
    const auto out = run(R"(kernel void k(global int* out) {
        clk_event_t user = create_user_event(), none = CLK_NULL_EVENT;
        out[0] = is_valid_event(user);
        retain_event(user);
        release_event(user);
        out[1] = is_valid_event(user);
        set_user_event_status(user, CL_COMPLETE);
        out[2] = is_valid_event(user);
        release_event(user);
        out[3] = is_valid_event(user);
        release_event(user);
        release_event(none);
        retain_event(none);
        set_user_event_status(none, CL_COMPLETE);
        out[4] = is_valid_event(none);
        out[5] = none == CLK_NULL_EVENT;
        out[6] = user != CLK_NULL_EVENT;
        none = user;
        out[7] = none == user;
    })",
                         8);
    EXPECT_EQ(out, (std::vector<cl_int>{1, 1, 1, 0, 0, 1, 1, 1}));
}

TEST_F(DeviceEvents, QueuesAreCompared) {
    const auto out = run(R"(kernel void k(global int* out) {
        queue_t queue = get_default_queue(), none = CLK_NULL_QUEUE, zero = 0;
        out[0] = queue == get_default_queue();
        out[1] = queue != CLK_NULL_QUEUE;
        out[2] = none == zero && none == 0;
        zero = out[0] ? queue : none;
        if (zero == queue) out[3] = 1;
        if (queue == 0) out[3] = 2;
        queue_t some[3] = {get_default_queue(), 0};
        clk_event_t events[2] = {create_user_event(), CLK_NULL_EVENT};
        struct { queue_t queue; clk_event_t event; } both = {some[0], events[1]};
        out[4] = some[1] == some[2] && some[0] != some[1] && events[0] != events[1];
        out[5] = both.queue == queue && both.event == CLK_NULL_EVENT;
        release_event(events[0]);
    })",
                         6);
    EXPECT_EQ(out, (std::vector<cl_int>{1, 1, 1, 1, 1, 1}));
}

TEST_F(DeviceEvents, ProfilesBeforeAndAfterCompletion) {
    cl_kernel made = build(R"(kernel void k(global ulong* out) {
        clk_event_t child;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(100), 0, NULL, &child, ^{
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1000), ^{ ; });
        });
        capture_event_profiling_info(child, CLK_PROFILING_COMMAND_EXEC_TIME, out);
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &child, NULL, ^{
            capture_event_profiling_info(child, CLK_PROFILING_COMMAND_EXEC_TIME, out + 2);
            release_event(child);
        });
    })");
    cl_mem out = zeros(8);
    clSetKernelArg(made, 0, sizeof out, &out);
    launch(queue, made, 1);
    cl_ulong times[4] = {};
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof times, times, 0, nullptr, nullptr);
    EXPECT_GT(times[0], 0u);
    EXPECT_GE(times[1], times[0]);
    EXPECT_EQ(times[2], times[0]);
    EXPECT_EQ(times[3], times[1]);
}

TEST_F(DeviceEvents, CommandsAreCompleteAfterTheirEnd) {
    cl_kernel made = build(R"(kernel void k(global int* out) {
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(100000),
                       ^{ out[0] = get_global_id(0); });
    })");
    cl_mem out = zeros(1);
    clSetKernelArg(made, 0, sizeof out, &out);
    cl_event event = nullptr;
    launch(queue, made, 1, nullptr, {}, &event);
    clWaitForEvents(1, &event);
    cl_ulong start = 0, end = 0, complete = 0;
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COMPLETE, sizeof complete, &complete, nullptr);
    EXPECT_LE(start, end);
    EXPECT_LT(end, complete);
    clReleaseEvent(event);
}

TEST_F(DeviceEvents, AFailedEventFailsWhatWaits) {
    EXPECT_EQ(status_after(R"(kernel void k(global int* out) {
        clk_event_t user = create_user_event(), child;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &user, &child,
                       ^{ out[0] = 1; });
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &child, NULL,
                       ^{ out[1] = 1; });
        set_user_event_status(user, -7);
        set_user_event_status(user, CL_COMPLETE);
        release_event(user);
        release_event(child);
    })"),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(DeviceEvents, AnEventThatNobodySetsEndsTheCommand) {
    EXPECT_EQ(status_after(R"(kernel void k(global int* out) {
        clk_event_t user = create_user_event(), child;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &user, &child,
                       ^{ out[0] = 1; });
        enqueue_marker(get_default_queue(), 1, &child, NULL);
        release_event(child);
        release_event(user);
    })"),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(DeviceEvents, AChildsFaultFailsTheCommandAlone) {
    if (handles_faults_itself) GTEST_SKIP() << "a sanitizer handles the signals";
    EXPECT_EQ(status_after(R"(kernel void k(global int* out) {
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                           ^{ *(global volatile int*)16 = 1; });
        });
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ out[0] = 1; });
    })"),
              CL_OUT_OF_RESOURCES);
    EXPECT_EQ(status_after("kernel void k(global int* out) { out[0] = 1; }"), CL_COMPLETE);
}

// A wrong pointer must make the kernel's command fail, but must not end the process.
TEST_F(DeviceEvents, BadPointersFailTheCommandAlone) {
    if (handles_faults_itself) GTEST_SKIP() << "a sanitizer handles the signals";
    EXPECT_EQ(status_after(R"(kernel void k(global int* out) {
        enqueue_marker(get_default_queue(), 3, (clk_event_t*)64, (clk_event_t*)128);
    })"),
              CL_OUT_OF_RESOURCES);
    EXPECT_EQ(status_after(R"(kernel void k(global int* out) {
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, (clk_event_t*)64,
                       ^{ out[0] = 1; });
    })"),
              CL_OUT_OF_RESOURCES);
    EXPECT_EQ(status_after(R"(kernel void k(global int* out) {
        clk_event_t done;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &done, ^{ out[0] = 1; });
        capture_event_profiling_info(done, CLK_PROFILING_COMMAND_EXEC_TIME, (global void*)64);
        release_event(done);
    })"),
              CL_COMPLETE);
}

// The functions for events and markers must recognize that random words are not handles of events.
TEST_F(DeviceEvents, WordsThatAreNoHandlesAreRefused) {
    const auto out = run(R"(
    typedef union { ulong word; clk_event_t event; } Event;
    kernel void k(global int* out) {
        Event forged;
        for (ulong word = 0; word < 100; ++word) {
            forged.word = word << (word % 64) ^ word;
            retain_event(forged.event);
            release_event(forged.event);
            set_user_event_status(forged.event, CL_COMPLETE);
            if (is_valid_event(forged.event)) out[0] = 1;
            if (enqueue_marker(get_default_queue(), 1, &forged.event, NULL) != CLK_INVALID_EVENT_WAIT_LIST) out[1] = 1;
        }
    })",
                         2, 1, debug);
    EXPECT_EQ(out, (std::vector<cl_int>{0, 0}));
}

TEST_F(DeviceEvents, CodesTellWhatIsWrongInDebugBuilds) {
    const std::string source = R"(kernel void k(global int* out) {
        queue_t queue = get_default_queue();
        clk_event_t none = CLK_NULL_EVENT, some = create_user_event(), made;
        ndrange_t bad = ndrange_1D(1), huge = ndrange_1D((size_t)-1, 16), wide = ndrange_1D(100000, 100000);
        bad.workDimension = 4;
        ndrange_t beyond = ndrange_1D((size_t)-4, 8, 2);
        out[0] = enqueue_kernel(CLK_NULL_QUEUE, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[15] = 1; });
        out[1] = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, bad, ^{ out[15] = 1; });
        out[2] = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, wide, ^{ out[15] = 1; });
        out[3] = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, beyond, ^{ out[15] = 1; });
        out[4] = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &none, NULL, ^{ out[15] = 1; });
        out[5] = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, NULL, NULL, ^{ out[15] = 1; });
        out[6] = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, &some, NULL, ^{ out[15] = 1; });
        out[7] = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void* p) { out[15] = 1; }, 0u);
        out[8] = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void* p) { out[15] = 1; },
                                1u << 30);
        out[9] = enqueue_kernel(queue, 7, ndrange_1D(1), ^{ out[15] = 1; });
        out[10] = enqueue_marker(CLK_NULL_QUEUE, 1, &some, &made);
        out[11] = enqueue_marker(queue, 1, &none, &made);
        release_event(some);
    })";
    const std::vector<cl_int> told = {invalid_queue,     invalid_ndrange,   invalid_ndrange,   invalid_ndrange,
                                      invalid_wait_list, invalid_wait_list, invalid_wait_list, invalid_arg_size,
                                      out_of_resources,  enqueue_failure,   invalid_queue,     invalid_wait_list};
    auto out = run(source, 16, 1, debug);
    EXPECT_EQ(std::vector<cl_int>(out.begin(), out.begin() + 12), told);
    EXPECT_EQ(out[15], 0);
    out = run(source, 16);
    EXPECT_EQ(std::vector<cl_int>(out.begin(), out.begin() + 12), std::vector<cl_int>(12, enqueue_failure));
    EXPECT_EQ(out[15], 0);
}

TEST_F(DeviceEvents, UniformGroupsMustDivideTheRange) {
    const char* source = R"(kernel void k(global int* out) {
        out[0] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(7, 2), ^{ out[1] = 1; });
        out[2] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(8, 2), ^{ out[3] = 1; });
    })";
    EXPECT_EQ(run(source, 4, 1, "-cl-std=CL3.0 -g -cl-uniform-work-group-size"),
              (std::vector<cl_int>{invalid_ndrange, 0, 0, 1}));
    EXPECT_EQ(run(source, 4, 1, debug), (std::vector<cl_int>{0, 1, 0, 1}));
}

TEST_F(DeviceEvents, AFullQueueSaysSoAndLosesNothing) {
    cl_command_queue small = make_sized_queue(16384);
    for (const char* options : {debug, "-cl-std=CL3.0"}) {
        cl_kernel made = build(R"(kernel void k(global int* out, queue_t queue) {
            const int code = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ atomic_inc(out); });
            if (code == CLK_SUCCESS) atomic_inc(out + 1);
            if (code == CLK_DEVICE_QUEUE_FULL) atomic_inc(out + 2);
            if (code == CLK_ENQUEUE_FAILURE) atomic_inc(out + 3);
        })",
                               options);
        cl_mem out = zeros(4);
        clSetKernelArg(made, 0, sizeof out, &out);
        clSetKernelArg(made, 1, sizeof small, &small);
        for (int times = 0; times < 3; ++times) launch(queue, made, 1000);
        const auto counts = read(out);
        EXPECT_EQ(counts[0], counts[1]);
        EXPECT_GT(counts[1], 0);
        EXPECT_EQ(counts[1] + counts[2] + counts[3], 3000);
        EXPECT_GT(counts[options == debug ? 2 : 3], 0);
        EXPECT_EQ(counts[options == debug ? 3 : 2], 0);
    }
    clReleaseCommandQueue(small);
}

TEST_F(DeviceEvents, EventsRunOut) {
    cl_uint most = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_ON_DEVICE_EVENTS, sizeof most, &most, nullptr);
    cl_kernel made = build(R"(kernel void k(global int* out, int most) {
        clk_event_t made;
        for (int i = 0; i < most; ++i)
            if (!is_valid_event(create_user_event())) out[0] = 1;
        out[1] = is_valid_event(create_user_event());
        out[2] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &made,
                                ^{ out[0] = 2; });
        out[3] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[4] = 1; });
    })",
                           debug);
    cl_mem out = zeros(5);
    clSetKernelArg(made, 0, sizeof out, &out);
    clSetKernelArg(made, 1, sizeof most, &most);
    launch(queue, made, 1);
    EXPECT_EQ(read(out), (std::vector<cl_int>{0, 0, event_allocation_failure, 0, 1}));
}

// A command reuses the memory of events that earlier commands have not released. Handles of the earlier events must be
// invalid for the new command.
TEST_F(DeviceEvents, EventsEndWithTheirCommand) {
    constexpr int count = 1000;
    cl_kernel made = build(R"(
    typedef union { ulong word; clk_event_t event; } Event;
    kernel void k(global int* out, global ulong* words, int count) {
        const queue_t queue = get_default_queue();
        for (int i = 0; i < count; ++i) {
            Event old, user;
            old.word = words[i];
            if (is_valid_event(old.event)) ++out[0];
            if (enqueue_marker(queue, 1, &old.event, NULL) != CLK_INVALID_EVENT_WAIT_LIST) ++out[0];
            user.event = create_user_event();
            if (is_valid_event(old.event)) ++out[0];
            set_user_event_status(old.event, -1);
            release_event(old.event);
            if (is_valid_event(user.event)) ++out[1];
            enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &user.event, NULL,
                           ^{ atomic_inc(out + 2); });
            if (i % 3 != 0) set_user_event_status(user.event, CL_COMPLETE);
            words[i] = user.word;
        }
        for (int i = 0; i < count; i += 3) {
            Event user;
            user.word = words[i];
            set_user_event_status(user.event, CL_COMPLETE);
        }
    })",
                           debug);
    cl_mem out = zeros(3), words = zeros(2 * count);
    clSetKernelArg(made, 0, sizeof out, &out);
    clSetKernelArg(made, 1, sizeof words, &words);
    clSetKernelArg(made, 2, sizeof count, &count);
    for (int times = 1; times <= 4; ++times) {
        launch(queue, made, 1);
        EXPECT_EQ(read(out), (std::vector<cl_int>{0, times * count, times * count}));
    }
}

TEST_F(DeviceEvents, AMillionChildren) {
    cl_kernel made = build(R"(kernel void k(global int* out) {
        const int code = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1),
                                        ^{ atomic_inc(out); });
        if (code == CLK_SUCCESS) atomic_inc(out + 1);
        else if (code == CLK_DEVICE_QUEUE_FULL) atomic_inc(out + 2);
    })",
                           debug);
    cl_mem out = zeros(3);
    clSetKernelArg(made, 0, sizeof out, &out);
    launch(queue, made, 1'000'000);
    const auto counts = read(out);
    EXPECT_EQ(counts[0], counts[1]);
    EXPECT_EQ(counts[1] + counts[2], 1'000'000);
}

TEST_F(DeviceEvents, QueriesOfBlocks) {
    const auto out = run(R"(kernel void k(global int* out) {
        void (^plain)(void) = ^{ out[10] = 1; };
        void (^with_local)(local void*) = ^(local void* p) { *(local int*)p = 1; out[11] = 2; };
        out[0] = get_kernel_work_group_size(plain);
        out[1] = get_kernel_work_group_size(with_local);
        out[2] = get_kernel_preferred_work_group_size_multiple(plain);
        out[3] = get_kernel_preferred_work_group_size_multiple(with_local);
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(out[0], out[0]), plain);
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(out[1], out[1]), with_local, 4u);
    })",
                         12);
    EXPECT_GE(out[0], 1);
    EXPECT_GE(out[1], 1);
    EXPECT_GE(out[2], 1);
    EXPECT_GE(out[3], 1);
    EXPECT_EQ(out[10], 1);
    EXPECT_EQ(out[11], 2);
}

}  // namespace
