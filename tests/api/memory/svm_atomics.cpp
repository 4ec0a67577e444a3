// Tests SVM atomics (OpenCL API 3.0, section 3.3.3): host and kernel exchange values while the kernel runs.
#include <atomic>
#include <chrono>
#include <thread>

#include "fixture.h"

namespace lanewise::test {
namespace {

class SvmAtomics : public ContextTest {
protected:
    void SetUp() override {
        ContextTest::SetUp();
        const char* source = R"(
            kernel void answer(global atomic_int* question, global atomic_int* reply, int rounds) {
                for (int r = 1; r <= rounds; ++r) {
                    while (atomic_load_explicit(question, memory_order_acquire, memory_scope_all_svm_devices) != r) ;
                    atomic_store_explicit(reply, r * 10, memory_order_release, memory_scope_all_svm_devices);
                }
            })";
        cl_int status = CL_SUCCESS;
        program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
        ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
        kernel = clCreateKernel(program, "answer", &status);
        ASSERT_EQ(status, CL_SUCCESS);
    }
    void TearDown() override {
        clReleaseKernel(kernel);
        clReleaseProgram(program);
        ContextTest::TearDown();
    }

    /// Sends questions to the kernel while it runs, and waits for each reply.
    void talk(std::atomic<cl_int>* question, std::atomic<cl_int>* reply) {
        constexpr cl_int rounds = 20;
        question->store(0);
        reply->store(0);
        ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, question), CL_SUCCESS);
        ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, reply), CL_SUCCESS);
        ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof rounds, &rounds), CL_SUCCESS);
        const std::size_t one = 1;
        ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
        ASSERT_EQ(clFlush(queue), CL_SUCCESS);
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        bool answered = true;
        for (cl_int r = 1; r <= rounds; ++r) {
            question->store(r, std::memory_order_release);
            while (answered && reply->load(std::memory_order_acquire) != r * 10) {
                std::this_thread::yield();
                answered = std::chrono::steady_clock::now() < deadline;
            }
        }
        EXPECT_TRUE(answered);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }

    cl_program program = nullptr;
    cl_kernel kernel = nullptr;
};

TEST_F(SvmAtomics, AreClaimed) {
    cl_device_svm_capabilities capabilities = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof capabilities, &capabilities, nullptr),
              CL_SUCCESS);
    EXPECT_TRUE(capabilities & CL_DEVICE_SVM_ATOMICS);
}

TEST_F(SvmAtomics, ReachARunningKernelInABuffer) {
    auto* memory =
        static_cast<std::byte*>(clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 256, 0));
    ASSERT_NE(memory, nullptr);
    talk(new (memory) std::atomic<cl_int>, new (memory + 128) std::atomic<cl_int>);
    clSVMFree(context, memory);
}

TEST_F(SvmAtomics, ReachARunningKernelInTheHostsOwnMemory) {
    std::atomic<cl_int> question, reply;
    talk(&question, &reply);
}

}  // namespace
}  // namespace lanewise::test
