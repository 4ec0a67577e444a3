// Tests a shortage of memory: calls must return the right error code, and must work again when there is memory.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <string>
#include <vector>

#include "session.h"

namespace lanewise::test {
namespace {

/// While an object of this class exists, this process can reserve only a few further megabytes of addresses.
class ShortOfMemory {
public:
    ShortOfMemory() {
        getrlimit(RLIMIT_AS, &old_);
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        rlimit limit = old_;
        limit.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + (std::size_t{8} << 20);
        setrlimit(RLIMIT_AS, &limit);
    }
    ~ShortOfMemory() { setrlimit(RLIMIT_AS, &old_); }
    ShortOfMemory(const ShortOfMemory&) = delete;
    ShortOfMemory& operator=(const ShortOfMemory&) = delete;

private:
    rlimit old_{};
};

/// While an object of this class exists, the data of this process is limited to `bytes`.
class ShortOfData {
public:
    explicit ShortOfData(std::size_t bytes) {
        getrlimit(RLIMIT_DATA, &old_);
        rlimit limit = old_;
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_DATA, &limit);
    }
    ~ShortOfData() { setrlimit(RLIMIT_DATA, &old_); }
    ShortOfData(const ShortOfData&) = delete;
    ShortOfData& operator=(const ShortOfData&) = delete;

private:
    rlimit old_{};
};

class Memory : public testing::Test {
protected:
    void SetUp() override {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
        GTEST_SKIP() << "a sanitizer needs its own addresses";
#endif
#endif
    }
};

TEST_F(Memory, BuffersThatDoNotFit) {
    Session session;
    constexpr std::size_t size = std::size_t{64} << 20;
    cl_int code = CL_SUCCESS;
    {
        const ShortOfMemory limit;
        EXPECT_EQ(clCreateBuffer(session.context, 0, size, nullptr, &code), nullptr);
        EXPECT_EQ(code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
        EXPECT_EQ(clSVMAlloc(session.context, CL_MEM_READ_WRITE, size, 0), nullptr);
    }
    cl_mem buffer = clCreateBuffer(session.context, 0, size, nullptr, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
}

// A process may set a memory limit after some builds. Stacks that the driver kept for reuse after these builds must not
// make later builds fail.
TEST_F(Memory, ForBuildsIsThereUnderALowerLimit) {
    Session session;
    const auto build = [&](int salt) {
        // The process id makes the source unique, so that no cache has the program. Each program needs more memory than
        // the previous program.
        const std::string value = std::to_string(getpid()) + " * " + std::to_string(salt);
        std::string source;
        for (int k = 0; k < salt * salt * 100; ++k)
            source += "kernel void k" + std::to_string(k) + "(global int* p) { *p += " + value + "; }\n";
        cl_program program = session.make_program(source.c_str());
        EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
        clReleaseProgram(program);
    };
    build(1);
    const ShortOfData limit(std::size_t{600} << 20);
    for (int salt = 2; salt < 5; ++salt) build(salt);
}

// Memory of released buffers, which the driver keeps for reuse, must be available for objects of other sizes.
TEST_F(Memory, OfReleasedBuffersIsThereForOtherSizes) {
    Session session;
    constexpr std::size_t size = std::size_t{64} << 20;
    cl_int code = CL_SUCCESS;
    std::vector<cl_mem> buffers;
    for (int i = 0; i < 4; ++i) buffers.push_back(clCreateBuffer(session.context, 0, size, nullptr, &code));
    const ShortOfMemory limit;
    for (cl_mem buffer : buffers) EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
    cl_mem large = clCreateBuffer(session.context, 0, 3 * size, nullptr, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(clReleaseMemObject(large), CL_SUCCESS);
}

// The application may pass a wrong number of handles. The driver must check the first handle before it allocates memory
// for this number of handles.
TEST_F(Memory, IsNotTakenForCountsOfNonsense) {
    Session session;
    constexpr cl_uint count = 1u << 29;
    cl_int code = CL_SUCCESS;
    const cl_event no_event = nullptr;
    const cl_device_id no_device = nullptr;
    const cl_mem no_memory = nullptr;
    const ShortOfMemory limit;
    EXPECT_EQ(clEnqueueMarkerWithWaitList(session.queue, count, &no_event, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(clWaitForEvents(count, &no_event), CL_INVALID_EVENT);
    EXPECT_EQ(clCreateContext(nullptr, count, &no_device, nullptr, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_DEVICE);
    EXPECT_EQ(clEnqueueMigrateMemObjects(session.queue, count, &no_memory, 0, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
}

// Each barrier must depend only on the previous barrier. If each barrier depended on all commands before it, the
// dependencies would need gigabytes.
TEST_F(Memory, ManyBarriersTakeLittle) {
    Session session;
    cl_int code = CL_SUCCESS;
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_command_queue queue = clCreateCommandQueueWithProperties(session.context, session.device, properties, &code);
    cl_event gate = clCreateUserEvent(session.context, &code);
    {
        rlimit old{};
        getrlimit(RLIMIT_AS, &old);
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        rlimit limit = old;
        limit.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + (std::size_t{512} << 20);
        setrlimit(RLIMIT_AS, &limit);
        ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 1, &gate, nullptr), CL_SUCCESS);
        for (int i = 0; i < 20'000; ++i) {
            ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr), CL_SUCCESS);
            ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr), CL_SUCCESS);
        }
        setrlimit(RLIMIT_AS, &old);
    }
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clReleaseEvent(gate);
    clReleaseCommandQueue(queue);
}

/// Returns the value of a line of /proc/self/status, in bytes.
std::size_t status_bytes(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(name + ":")) return std::stoull(line.substr(name.size() + 1)) * 1024;
    }
    return 0;
}

// Finished commands must free all their memory, even if many commands were pending at the same time.
TEST_F(Memory, OfFinishedCommandsIsGivenBack) {
    Session session;
    cl_int code = CL_SUCCESS;
    cl_event gate = clCreateUserEvent(session.context, &code);
    cl_mem buffer = clCreateBuffer(session.context, 0, 64, nullptr, &code);
    const std::size_t before = status_bytes("VmRSS");
    ASSERT_EQ(clEnqueueMarkerWithWaitList(session.queue, 1, &gate, nullptr), CL_SUCCESS);
    const int value = 5;
    for (int i = 0; i < 300'000; ++i) {
        ASSERT_EQ(clEnqueueWriteBuffer(session.queue, buffer, CL_FALSE, 0, sizeof value, &value, 0, nullptr, nullptr),
                  CL_SUCCESS);
    }
    const std::size_t pending = status_bytes("VmRSS") - before;
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(session.queue), CL_SUCCESS);
    EXPECT_LT(status_bytes("VmRSS"), before + pending / 4);
    clReleaseMemObject(buffer);
    clReleaseEvent(gate);
}

/// Runs each case in a new process, because the limits must be set before the first call of OpenCL.
class MemoryLimits : public Memory {
protected:
    void SetUp() override {
        Memory::SetUp();
        testing::GTEST_FLAG(death_test_style) = "threadsafe";
    }

    static void limit_addresses(std::size_t mebibytes) {
        const rlimit limit{mebibytes << 20, mebibytes << 20};
        setrlimit(RLIMIT_AS, &limit);
    }
};

// The driver must reserve only a small part of the addresses that a process may have.
[[noreturn]] void allocate_most_of(std::size_t mebibytes, void (*limit)(std::size_t)) {
    limit(mebibytes);
    Session session;
    const std::size_t wanted = (mebibytes << 20) / 4 * 3;
    void* const memory = mmap(nullptr, wanted, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    _exit(session.ok() && memory != MAP_FAILED ? 3 : 4);
}

TEST_F(MemoryLimits, LeaveTheAddressesToTheApplication) {
    for (const std::size_t mebibytes : {700, 3000, 17'500, 90'000}) {
        EXPECT_EXIT(allocate_most_of(mebibytes, limit_addresses), testing::ExitedWithCode(3), "") << mebibytes;
    }
}

[[noreturn]] void allocate_what_buffers_had(std::size_t mebibytes, void (*limit)(std::size_t)) {
    limit(mebibytes);
    Session session;
    cl_int code = CL_SUCCESS;
    std::vector<cl_mem> buffers;
    const std::size_t part = (mebibytes << 20) / 16;
    for (int i = 0; i < 10; ++i) buffers.push_back(clCreateBuffer(session.context, 0, part, nullptr, &code));
    bool right = code == CL_SUCCESS;
    for (cl_mem buffer : buffers) right = clReleaseMemObject(buffer) == CL_SUCCESS && right;
    void* const memory = mmap(nullptr, 11 * part, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    _exit(right && memory != MAP_FAILED ? 3 : 4);
}

TEST_F(MemoryLimits, LeaveTheAddressesOfReleasedBuffersToTheApplication) {
    EXPECT_EXIT(allocate_what_buffers_had(900, limit_addresses), testing::ExitedWithCode(3), "");
}

[[noreturn]] void lock_all_memory() {
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) _exit(5);
    const std::size_t before = status_bytes("VmLck");
    Session session;
    session.build();
    const bool right = session.computes();
    // All memory of the process is locked, which makes mapped pages resident. Nevertheless, memory that is not in use
    // must not be resident.
    const std::size_t resident = status_bytes("VmRSS");
    if (!right || resident >= before + (std::size_t{700} << 20)) _exit(4);
    // Memory of released objects must not stay resident.
    cl_int code = CL_SUCCESS;
    cl_mem buffer = clCreateBuffer(session.context, 0, std::size_t{100} << 20, nullptr, &code);
    clReleaseMemObject(buffer);
    _exit(code == CL_SUCCESS && status_bytes("VmRSS") < resident + (std::size_t{50} << 20) ? 3 : 6);
}

TEST_F(MemoryLimits, OfLockedMemoryOnlyWhatIsUsedCounts) {
    rlimit locked{};
    getrlimit(RLIMIT_MEMLOCK, &locked);
    if (geteuid() != 0 && locked.rlim_cur != RLIM_INFINITY) GTEST_SKIP() << "locking memory is not allowed";
    EXPECT_EXIT(lock_all_memory(), testing::ExitedWithCode(3), "");
}

std::atomic<int> reports = 0;

// If a command cannot get memory when it runs, it must fail, and the context's pfn_notify must be called.
TEST_F(Memory, KernelsThatDoNotFit) {
    Session session;
    cl_int code = CL_SUCCESS;
    const auto notify = [](const char* message, const void*, std::size_t, void*) {
        EXPECT_NE(message, nullptr);
        ++reports;
    };
    cl_context context = clCreateContext(nullptr, 1, &session.device, notify, nullptr, &code);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, session.device, nullptr, &code);
    const char* source =
        "kernel void k(global int* out) { volatile uchar large[1 << 20]; large[out[0]] = 5;"
        " barrier(CLK_LOCAL_MEM_FENCE); out[1] = large[out[0]]; }";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "k", &code);
    cl_int values[2] = {};
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &code);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    const std::size_t items = 64;
    cl_event event = nullptr;
    // The query waits until the kernel is compiled, so that the launch needs no memory for its code.
    cl_ulong bytes = 0;
    EXPECT_EQ(
        clGetKernelWorkGroupInfo(kernel, session.device, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof bytes, &bytes, nullptr),
        CL_SUCCESS);
    {
        const ShortOfMemory limit;
        ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, &event), CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
    cl_int status = 1;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    EXPECT_EQ(status, CL_OUT_OF_RESOURCES);
    EXPECT_EQ(reports, 1);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(values[1], 5);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

}  // namespace
}  // namespace lanewise::test
