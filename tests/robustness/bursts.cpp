// Checks that the memory of many objects is freed when the objects are released. After each burst, checks the size of
// the resident memory and of the writable address ranges. Each kind of object is tested in a separate process, so that
// objects of other kinds do not change the result.
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "session.h"
#include "time_limit.h"

namespace lanewise::test {
namespace {

/// Memory use of the process in bytes.
struct Usage {
    std::size_t resident = 0;
    std::size_t data = 0;  // size of the writable address ranges
};

/// Returns the bytes that the system may reclaim at any time. The test subtracts these bytes from the resident memory.
std::size_t marked_as_free() {
    std::ifstream map("/proc/self/smaps_rollup");
    for (std::string line; std::getline(map, line);) {
        if (line.starts_with("LazyFree:")) return std::stoull(line.substr(9)) * 1024;
    }
    return 0;
}

Usage usage() {
    malloc_trim(0);  // frees memory that the C library keeps for reuse
    std::size_t pages[6] = {};
    std::ifstream file("/proc/self/statm");
    for (std::size_t& number : pages) file >> number;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return {pages[1] * page - marked_as_free(), pages[5] * page};
}

void good(cl_int code) {
    if (code == CL_SUCCESS) return;
    std::fprintf(stderr, "an error: %d\n", code);
    _exit(5);
}

/// Many objects of one kind, which are made and released together.
class Burst {
public:
    explicit Burst(Session& session) : session(session) {}
    virtual ~Burst() = default;
    Burst(const Burst&) = delete;
    Burst& operator=(const Burst&) = delete;
    virtual void make(std::size_t count) = 0;
    virtual void release() = 0;

protected:
    Session& session;
};

/// A burst of OpenCL objects of one type, with the functions that make and release one object.
template <class Handle>
class Handles final : public Burst {
public:
    using Make = Handle (*)(Session&, cl_int*);
    using Release = cl_int (*)(Handle);
    Handles(Session& session, Make make_one, Release release_one)
        : Burst(session), make_one_(make_one), release_one_(release_one) {}

    void make(std::size_t count) override {
        for (std::size_t i = 0; i < count; ++i) {
            cl_int code = CL_SUCCESS;
            made_.push_back(make_one_(session, &code));
            good(code);
        }
    }
    void release() override {
        for (Handle handle : made_) good(release_one_(handle));
        std::vector<Handle>().swap(made_);
    }

private:
    const Make make_one_;
    const Release release_one_;
    std::vector<Handle> made_;
};

/// A burst of commands that wait for a user event. The commands run when the event is set.
class Pending final : public Burst {
public:
    using Enqueue = void (*)(Session&, cl_mem, cl_event*);
    Pending(Session& session, Enqueue enqueue, bool keeps_events)
        : Burst(session), enqueue_(enqueue), keeps_events_(keeps_events) {
        buffer_ = clCreateBuffer(session.context, 0, std::size_t{1} << 20, nullptr, nullptr);
    }
    ~Pending() override { clReleaseMemObject(buffer_); }

    void make(std::size_t count) override {
        gate_ = clCreateUserEvent(session.context, nullptr);
        good(clEnqueueMarkerWithWaitList(session.queue, 1, &gate_, nullptr));
        for (std::size_t i = 0; i < count; ++i) {
            cl_event event = nullptr;
            enqueue_(session, buffer_, keeps_events_ ? &event : nullptr);
            if (event) events_.push_back(event);
        }
    }
    void release() override {
        good(clSetUserEventStatus(gate_, CL_COMPLETE));
        good(clFinish(session.queue));
        good(clReleaseEvent(gate_));
        for (cl_event event : events_) good(clReleaseEvent(event));
        std::vector<cl_event>().swap(events_);
    }

private:
    const Enqueue enqueue_;
    const bool keeps_events_;
    cl_mem buffer_ = nullptr;
    cl_event gate_ = nullptr;
    std::vector<cl_event> events_;
};

class Maps final : public Burst {
public:
    explicit Maps(Session& session) : Burst(session) {
        buffer_ = clCreateBuffer(session.context, 0, size, nullptr, nullptr);
    }
    ~Maps() override { clReleaseMemObject(buffer_); }

    void make(std::size_t count) override {
        for (std::size_t i = 0; i < count; ++i) {
            cl_int code = CL_SUCCESS;
            maps_.push_back(clEnqueueMapBuffer(session.queue, buffer_, CL_TRUE, CL_MAP_READ, i * 64 % size, 64, 0,
                                               nullptr, nullptr, &code));
            good(code);
        }
    }
    // Enqueues all unmaps before the first unmap runs. Otherwise the machine's speed would determine how many unmaps
    // are pending at the same time, and thus how much memory the driver keeps for reuse.
    void release() override {
        cl_event gate = clCreateUserEvent(session.context, nullptr);
        good(clEnqueueMarkerWithWaitList(session.queue, 1, &gate, nullptr));
        for (void* map : maps_) good(clEnqueueUnmapMemObject(session.queue, buffer_, map, 0, nullptr, nullptr));
        good(clSetUserEventStatus(gate, CL_COMPLETE));
        good(clFinish(session.queue));
        good(clReleaseEvent(gate));
        std::vector<void*>().swap(maps_);
    }

private:
    static constexpr std::size_t size = std::size_t{1} << 16;
    cl_mem buffer_ = nullptr;
    std::vector<void*> maps_;
};

class Svm final : public Burst {
public:
    using Burst::Burst;
    void make(std::size_t count) override {
        for (std::size_t i = 0; i < count; ++i) {
            made_.push_back(clSVMAlloc(session.context, CL_MEM_READ_WRITE, 256, 0));
            *static_cast<char*>(made_.back()) = 1;
        }
    }
    void release() override {
        for (void* block : made_) clSVMFree(session.context, block);
        std::vector<void*>().swap(made_);
    }

private:
    std::vector<void*> made_;
};

class Callbacks final : public Burst {
public:
    using Burst::Burst;
    void make(std::size_t count) override {
        called_ = 0;
        wanted_ = count;
        event_ = clCreateUserEvent(session.context, nullptr);
        for (std::size_t i = 0; i < count; ++i) {
            good(clSetEventCallback(event_, CL_COMPLETE, [](cl_event, cl_int, void*) { ++called_; }, nullptr));
        }
    }
    void release() override {
        good(clSetUserEventStatus(event_, CL_COMPLETE));
        while (called_ != wanted_) usleep(1000);
        good(clReleaseEvent(event_));
    }

private:
    static std::atomic<std::size_t> called_;
    std::size_t wanted_ = 0;
    cl_event event_ = nullptr;
};
std::atomic<std::size_t> Callbacks::called_ = 0;

/// A burst of programs, with kernels that each run once.
class Programs final : public Burst {
public:
    using Burst::Burst;
    void make(std::size_t count) override {
        cl_mem buffer = clCreateBuffer(session.context, 0, 256, nullptr, nullptr);
        for (std::size_t i = 0; i < count; ++i) {
            const std::string source =
                "kernel void k(global int* p) { p[get_global_id(0)] += " + std::to_string(++number_) + "; }";
            const char* const text = source.c_str();
            programs_.push_back(
                clCreateProgramWithSource(session.context, 1, const_cast<const char**>(&text), nullptr, nullptr));
            good(clBuildProgram(programs_.back(), 0, nullptr, "", nullptr, nullptr));
            kernels_.push_back(clCreateKernel(programs_.back(), "k", nullptr));
            good(clSetKernelArg(kernels_.back(), 0, sizeof buffer, &buffer));
            const std::size_t items = 64;
            good(clEnqueueNDRangeKernel(session.queue, kernels_.back(), 1, nullptr, &items, nullptr, 0, nullptr,
                                        nullptr));
        }
        good(clFinish(session.queue));
        good(clReleaseMemObject(buffer));
    }
    void release() override {
        for (cl_kernel kernel : kernels_) good(clReleaseKernel(kernel));
        for (cl_program program : programs_) good(clReleaseProgram(program));
        std::vector<cl_kernel>().swap(kernels_);
        std::vector<cl_program>().swap(programs_);
    }

private:
    int number_ = 0;
    std::vector<cl_kernel> kernels_;
    std::vector<cl_program> programs_;
};

cl_event make_user_event(Session& session, cl_int* code) { return clCreateUserEvent(session.context, code); }

cl_mem make_buffer(Session& session, cl_int* code) { return clCreateBuffer(session.context, 0, 4096, nullptr, code); }

cl_mem make_large_buffer(Session& session, cl_int* code) {
    constexpr std::size_t size = std::size_t{8} << 20;
    cl_mem buffer = clCreateBuffer(session.context, 0, size, nullptr, code);
    const int zero = 0;
    good(clEnqueueFillBuffer(session.queue, buffer, &zero, sizeof zero, 0, size, 0, nullptr, nullptr));
    good(clFinish(session.queue));
    return buffer;
}

cl_sampler make_sampler(Session& session, cl_int* code) {
    return clCreateSampler(session.context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, code);
}

cl_command_queue make_queue(Session& session, cl_int* code) {
    return clCreateCommandQueueWithProperties(session.context, session.device, nullptr, code);
}

cl_context make_context(Session& session, cl_int* code) {
    return clCreateContext(nullptr, 1, &session.device, nullptr, nullptr, code);
}

cl_mem make_image(Session& session, cl_int* code) {
    const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 16;
    return clCreateImage(session.context, CL_MEM_READ_WRITE, &format, &description, nullptr, code);
}

cl_mem make_sub_buffer(Session& session, cl_int* code) {
    static cl_mem whole = clCreateBuffer(session.context, 0, 1 << 16, nullptr, nullptr);
    const cl_buffer_region region{4096, 4096};
    return clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
}

cl_kernel make_kernel(Session& session, cl_int* code) {
    static cl_program program = [&] {
        const char* source = "kernel void k(global int* p, int a, int b, int c) { *p = a + b + c; }";
        cl_program made = clCreateProgramWithSource(session.context, 1, &source, nullptr, nullptr);
        good(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr));
        return made;
    }();
    return clCreateKernel(program, "k", code);
}

void enqueue_write(Session& session, cl_mem buffer, cl_event* event) {
    static const int value = 5;
    good(clEnqueueWriteBuffer(session.queue, buffer, CL_FALSE, 0, sizeof value, &value, 0, nullptr, event));
}

void enqueue_marker(Session& session, cl_mem, cl_event* event) {
    good(clEnqueueMarkerWithWaitList(session.queue, 0, nullptr, event));
}

using MakeBurst = std::unique_ptr<Burst> (*)(Session&);

template <class Objects>
std::unique_ptr<Burst> burst(Session& session) {
    return std::make_unique<Objects>(session);
}

template <auto make, auto release>
std::unique_ptr<Burst> handles(Session& session) {
    using Handle = decltype(make(session, nullptr));
    return std::make_unique<Handles<Handle>>(session, make, release);
}

template <Pending::Enqueue enqueue, bool keeps_events>
std::unique_ptr<Burst> commands(Session& session) {
    return std::make_unique<Pending>(session, enqueue, keeps_events);
}

struct Kind {
    const char* name;
    std::size_t count;
    MakeBurst make;
};

constexpr Kind kinds[] = {
    {"user_events", 400'000, handles<make_user_event, clReleaseEvent>},
    {"buffers", 50'000, handles<make_buffer, clReleaseMemObject>},
    {"large_buffers", 10, handles<make_large_buffer, clReleaseMemObject>},
    {"sub_buffers", 300'000, handles<make_sub_buffer, clReleaseMemObject>},
    {"images", 100'000, handles<make_image, clReleaseMemObject>},
    {"samplers", 500'000, handles<make_sampler, clReleaseSampler>},
    {"queues", 200'000, handles<make_queue, clReleaseCommandQueue>},
    {"contexts", 200'000, handles<make_context, clReleaseContext>},
    {"kernels", 200'000, handles<make_kernel, clReleaseKernel>},
    {"programs", 50, burst<Programs>},
    {"maps", 20'000, burst<Maps>},
    {"svm", 50'000, burst<Svm>},
    {"callbacks", 100'000, burst<Callbacks>},
    {"commands", 200'000, commands<enqueue_write, false>},
    {"commands_with_events", 200'000, commands<enqueue_write, true>},
    {"markers", 200'000, commands<enqueue_marker, true>},
};

constexpr int given_back = 3;
constexpr int kept = 4;
constexpr std::size_t mebibyte = std::size_t{1} << 20;
/// Maximum size of the memory that the heap of objects keeps for one object size.
constexpr std::size_t most_kept = 20 * mebibyte;
/// Upper bound for the size of the stacks of all threads that start or end between two measurements.
constexpr std::size_t stacks = 64 * mebibyte;

/// Waits until the threads that the burst started have ended and freed their stacks. Then returns the memory use. The
/// wait has a time limit, because threads may end late on a busy machine.
Usage usage_within(std::size_t most_data) {
    constexpr auto moment = std::chrono::milliseconds(10);
    for (int looks = 0; looks < 300 && usage().data > most_data; ++looks) std::this_thread::sleep_for(moment);
    return usage();
}

[[noreturn]] void burst_again_and_again(const Kind& kind) {
    limit_time(100);
    Session session;
    session.build();
    session.computes();
    const auto objects = kind.make(session);
    objects->make(std::max<std::size_t>(kind.count / 100, 1));
    objects->release();
    const Usage before = usage();
    std::size_t most_addresses = 0;
    std::size_t previous = 0, least_growth = ~std::size_t{0};  // in resident bytes
    std::size_t least_addresses = ~std::size_t{0};
    bool right = true;
    for (int round = 0; round < 5; ++round) {
        objects->make(kind.count);
        const Usage held = usage();
        objects->release();
        if (round == 0) {
            most_addresses = before.data + held.data - std::min(held.data, before.data) + most_kept + stacks;
        }
        const Usage after = usage_within(most_addresses);
        std::fprintf(stderr, "%s: resident %zu held %zu after %zu KiB; data %zu held %zu after %zu KiB\n", kind.name,
                     before.resident / 1024, held.resident / 1024, after.resident / 1024, before.data / 1024,
                     held.data / 1024, after.data / 1024);
        const std::size_t taken = held.resident - std::min(held.resident, before.resident);
        right = right && after.resident <= before.resident + taken / 20 + most_kept;
        if (round >= 1) least_growth = std::min(least_growth, after.resident - std::min(after.resident, previous));
        previous = after.resident;
        if (round >= 2) least_addresses = std::min(least_addresses, after.data);
    }
    // A leak makes the memory grow in every round, so that the smallest growth of all rounds reveals the leak. A thread
    // that takes part in a round for the first time also keeps some memory, but only once.
    right = right && least_growth <= mebibyte / 4;
    // Address ranges without resident pages may remain after a burst, but must not grow with each burst. The constant
    // `stacks` allows for the stacks of threads that start or end.
    right = right && least_addresses <= most_addresses;
    _exit(right ? given_back : kept);
}

class Bursts : public testing::TestWithParam<Kind> {
protected:
    void SetUp() override {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
        GTEST_SKIP() << "a sanitizer keeps freed memory back";
#endif
#endif
        testing::GTEST_FLAG(death_test_style) = "threadsafe";
    }
};

TEST_P(Bursts, GiveBackWhatTheyTook) {
    EXPECT_EXIT(burst_again_and_again(GetParam()), testing::ExitedWithCode(given_back), "");
}

INSTANTIATE_TEST_SUITE_P(Of, Bursts, testing::ValuesIn(kinds),
                         [](const testing::TestParamInfo<Kind>& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace lanewise::test
