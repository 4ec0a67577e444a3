// Tests command buffers whose context is terminated while they run, wait or are recorded.
#include "command_buffers/command_buffer_names.h"
#include "termination/terminate_fixture.h"

namespace {

using lanewise::test::CommandBufferFunctions;

class TerminateCommandBuffers : public TerminateContext {
protected:
    void SetUp() override {
        TerminateContext::SetUp();
        ASSERT_EQ(cb.load(platform), nullptr);
        cl_int code = 1;
        recorded = cb.create(1, &unordered, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
        cl_kernel kernel = endless_kernel(context);
        EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
        const std::size_t items = 64, one = 1;
        for (const std::size_t* global : {&items, &one})
            EXPECT_EQ(cb.kernel(recorded, nullptr, nullptr, kernel, 1, nullptr, global, nullptr, 0, nullptr, nullptr,
                                nullptr),
                      CL_SUCCESS);
        EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
    }
    void TearDown() override {
        EXPECT_EQ(cb.release(recorded), CL_SUCCESS);
        TerminateContext::TearDown();
    }
    cl_int end_context() {
        return within_a_minute([&] { return terminate(context); });
    }

    CommandBufferFunctions cb{};
    cl_command_buffer_khr recorded = nullptr;
};

TEST_F(TerminateCommandBuffers, Running) {
    ASSERT_EQ(cb.finalize(recorded), CL_SUCCESS);
    cl_event event = nullptr;
    ASSERT_EQ(cb.enqueue(0, nullptr, recorded, 0, nullptr, &event), CL_SUCCESS);
    ASSERT_EQ(clFlush(unordered), CL_SUCCESS);
    wait_until_running(event);
    EXPECT_EQ(end_context(), CL_SUCCESS);
    expect_terminated(event);
}

TEST_F(TerminateCommandBuffers, Waiting) {
    ASSERT_EQ(cb.finalize(recorded), CL_SUCCESS);
    cl_event gate = user_event(), event = nullptr;
    ASSERT_EQ(cb.enqueue(0, nullptr, recorded, 1, &gate, &event), CL_SUCCESS);
    EXPECT_EQ(end_context(), CL_SUCCESS);
    expect_terminated(event);
    clReleaseEvent(gate);
}

TEST_F(TerminateCommandBuffers, Afterwards) {
    ASSERT_EQ(cb.finalize(recorded), CL_SUCCESS);
    EXPECT_EQ(end_context(), CL_SUCCESS);
    EXPECT_EQ(cb.enqueue(0, nullptr, recorded, 0, nullptr, nullptr), CL_CONTEXT_TERMINATED_KHR);
    EXPECT_EQ(cb.enqueue(1, &queue, recorded, 0, nullptr, nullptr), CL_CONTEXT_TERMINATED_KHR);
    cl_int code = 1;
    EXPECT_EQ(cb.create(1, &queue, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_CONTEXT_TERMINATED_KHR);
}

}  // namespace
