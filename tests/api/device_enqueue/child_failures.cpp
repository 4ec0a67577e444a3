// Checks that the host's command fails if a child fails, at any depth of children. The command's event must get the
// error, and commands that wait for the event must not run. The context's error callback must get the kernel's name,
// and later commands must work.
#include <mutex>

#include "device_queue_fixture.h"

namespace {

std::mutex told_mutex;
std::string told;

void CL_CALLBACK note(const char* text, const void*, size_t, void*) {
    const std::lock_guard lock(told_mutex);
    told = text;
}

class ChildFailures : public DeviceQueueTest {
protected:
    void SetUp() override {
        if (handles_faults_itself) GTEST_SKIP() << "a sanitizer handles the signals";
        DeviceQueueTest::SetUp();
    }
    void TearDown() override {
        if (!handles_faults_itself) DeviceQueueTest::TearDown();
    }

    /// Returns the source of a kernel with the body `body`. The call `store(at)` in the body causes a fault.
    static std::string around(const std::string& body) {
        return "void store(ulong at) { *(global int*)at = 1; }\n"
               "kernel void k(global int* out, ulong at) { queue_t q = get_default_queue(); ndrange_t one = "
               "ndrange_1D(1);\n" +
               body + "}\n";
    }

    void expect_failure(const std::string& body, size_t items = 1, cl_int expected = CL_OUT_OF_RESOURCES) {
        cl_kernel made = build(around(body));
        cl_mem out = zeros(64);
        const cl_ulong nowhere = 16;
        EXPECT_EQ(clSetKernelArg(made, 0, sizeof out, &out), CL_SUCCESS);
        EXPECT_EQ(clSetKernelArg(made, 1, sizeof nowhere, &nowhere), CL_SUCCESS);
        cl_event parent = nullptr, dependant = nullptr;
        launch(queue, made, items, nullptr, {}, &parent);
        const cl_int one = 1;
        EXPECT_EQ(clEnqueueFillBuffer(queue, out, &one, sizeof one, 0, sizeof one, 1, &parent, &dependant), CL_SUCCESS);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &parent), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        EXPECT_EQ(status_of(parent), expected);
        EXPECT_EQ(status_of(dependant), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        clReleaseEvent(parent);
        clReleaseEvent(dependant);
        EXPECT_EQ(run("kernel void k(global int* out) { out[0] = 5; }", 1), std::vector<cl_int>{5});
    }

    static cl_int status_of(cl_event event) {
        cl_int status = 1;
        EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
                  CL_SUCCESS);
        return status;
    }
};

constexpr const char* flags[] = {"CLK_ENQUEUE_FLAGS_NO_WAIT", "CLK_ENQUEUE_FLAGS_WAIT_KERNEL",
                                 "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP"};

TEST_F(ChildFailures, OfAChild) {
    for (const std::string flag : flags) expect_failure("enqueue_kernel(q, " + flag + ", one, ^{ store(at); });");
}

TEST_F(ChildFailures, OfAGrandchild) {
    for (const std::string flag : flags)
        expect_failure("enqueue_kernel(q, " + flag + ", one, ^{ enqueue_kernel(q, " + flag +
                       ", one, ^{ store(at); }); });");
}

TEST_F(ChildFailures, OfAConstantAddress) {
    expect_failure("enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, ^{ *(global int*)16 = 1; });");
}

TEST_F(ChildFailures, OfOneOfMany) {
    expect_failure(
        "int i = get_global_id(0); enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, ^{ if (i == 777) store(at); });",
        1000);
}

TEST_F(ChildFailures, OfALargeChild) {
    expect_failure(
        "enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1 << 20, 64), ^{ if (get_global_id(0) == 77777) "
        "store(at); });");
}

TEST_F(ChildFailures, OfAChildWithAnEvent) {
    expect_failure(
        "clk_event_t done; enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 0, NULL, &done, ^{ store(at); });"
        "enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &done, NULL, ^{ out[1] = 1; }); release_event(done);");
}

TEST_F(ChildFailures, OfAGrandchildWhoseParentHasAnEvent) {
    expect_failure(
        "clk_event_t done; enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 0, NULL, &done, ^{ enqueue_kernel(q, "
        "CLK_ENQUEUE_FLAGS_NO_WAIT, one, ^{ store(at); }); }); release_event(done);");
}

TEST_F(ChildFailures, OfAUserEvent) {
    expect_failure(
        "clk_event_t gate = create_user_event(); enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &gate, NULL, "
        "^{ out[1] = 1; }); set_user_event_status(gate, -7); release_event(gate);",
        1, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(ChildFailures, OfTheParentItself) {
    expect_failure("enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, one, ^{ out[1] = 1; }); store(at);");
}

// Commands that wait for a failed child must not run, whether they wait for the child's event or for a marker's event.
TEST_F(ChildFailures, KeepWhatWaitsFromRunning) {
    cl_kernel made = build(around(
        "clk_event_t done, both; enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 0, NULL, &done, ^{ store(at); });"
        "enqueue_marker(q, 1, &done, &both);"
        "enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &both, NULL, ^{ out[1] = 1; });"
        "enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, ^{ out[2] = 1; });"
        "release_event(done); release_event(both);"));
    cl_mem out = zeros(4);
    const cl_ulong nowhere = 16;
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof out, &out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof nowhere, &nowhere), CL_SUCCESS);
    launch(queue, made, 1);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(read(out), (std::vector<cl_int>{0, 0, 1, 0}));
}

TEST_F(ChildFailures, AreToldWithKernelAndWorkGroup) {
    cl_int code = CL_SUCCESS;
    cl_context own_context = clCreateContext(nullptr, 1, &device, &note, nullptr, &code);
    std::swap(context, own_context);
    cl_command_queue host = make_queue(0), on_device_queue = make_queue(on_device | CL_QUEUE_ON_DEVICE_DEFAULT);
    for (const bool is_large : {false, true}) {
        cl_kernel made = build(around(std::string("enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(") +
                                      (is_large ? "1 << 20" : "12800") +
                                      ", 128), ^{ if (get_group_id(0) == 7 && get_local_id(0) == 3) store(at); });"));
        const cl_ulong nowhere = 16;
        EXPECT_EQ(clSetKernelArg(made, 0, sizeof(cl_mem), nullptr), CL_SUCCESS);
        EXPECT_EQ(clSetKernelArg(made, 1, sizeof nowhere, &nowhere), CL_SUCCESS);
        launch(host, made, 1);
        EXPECT_EQ(clFinish(host), CL_SUCCESS);
        const std::lock_guard lock(told_mutex);
        EXPECT_NE(told.find("k_block_invoke"), std::string::npos) << told;
        EXPECT_NE(told.find("invalid memory access at 0x10, in work-group (7, 0, 0)"), std::string::npos) << told;
        told.clear();
    }
    clReleaseCommandQueue(host);
    clReleaseCommandQueue(on_device_queue);
    std::swap(context, own_context);
    clReleaseContext(own_context);
}

}  // namespace
