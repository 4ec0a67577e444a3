// Checks errors that all enqueue functions have in common: invalid queues, memory objects and wait lists, and wait
// lists with failed events.
#include <functional>
#include <string>
#include <vector>

#include "errors/bad_handles.h"
#include "fixture.h"

namespace lanewise::test {
namespace {

constexpr std::size_t size = 1024;

/// Arguments that the tests change.
struct Arguments {
    cl_command_queue queue = nullptr;
    cl_mem first = nullptr;
    cl_mem second = nullptr;
    cl_uint count = 0;
    const cl_event* list = nullptr;
    cl_event* event = nullptr;
    cl_bool blocking = CL_FALSE;
};

class EnqueueErrors : public ContextTest {
protected:
    struct Function {
        std::string name;
        int buffers;  // number of memory objects that the function takes
        bool may_block;
        std::function<cl_int(const Arguments&)> call;
    };

    void SetUp() override {
        ContextTest::SetUp();
        first_ = buffer(size);
        second_ = buffer(size);
        foreign_ = buffer(size, CL_MEM_READ_WRITE, nullptr, other_context);
        svm_ = static_cast<char*>(clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0));
        make_kernel();
        add_buffer_functions();
        add_box_functions();
        add_map_functions();
        add_kernel_functions();
        add_svm_functions();
        good_ = {queue, first_.get(), second_.get()};
    }
    void TearDown() override {
        clFinish(queue);
        clReleaseKernel(kernel_);
        clReleaseProgram(program_);
        clSVMFree(context, svm_);
        first_.reset();
        second_.reset();
        foreign_.reset();
        ContextTest::TearDown();
    }

    void make_kernel() {
        const char* source = "kernel void nothing() {}";
        program_ = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
        ASSERT_EQ(clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
        kernel_ = clCreateKernel(program_, "nothing", nullptr);
        ASSERT_NE(kernel_, nullptr);
    }

    void add(const char* name, int buffers, bool may_block, std::function<cl_int(const Arguments&)> call) {
        functions_.push_back({name, buffers, may_block, std::move(call)});
    }

    void add_buffer_functions() {
        add("clEnqueueReadBuffer", 1, true, [this](const Arguments& a) {
            return clEnqueueReadBuffer(a.queue, a.first, a.blocking, 0, size, host_, a.count, a.list, a.event);
        });
        add("clEnqueueWriteBuffer", 1, true, [this](const Arguments& a) {
            return clEnqueueWriteBuffer(a.queue, a.first, a.blocking, 0, size, host_, a.count, a.list, a.event);
        });
        add("clEnqueueCopyBuffer", 2, false, [](const Arguments& a) {
            return clEnqueueCopyBuffer(a.queue, a.first, a.second, 0, 0, size, a.count, a.list, a.event);
        });
        add("clEnqueueFillBuffer", 1, false, [](const Arguments& a) {
            const cl_uint zero = 0;
            return clEnqueueFillBuffer(a.queue, a.first, &zero, 4, 0, size, a.count, a.list, a.event);
        });
        add("clEnqueueMigrateMemObjects", 1, false, [](const Arguments& a) {
            return clEnqueueMigrateMemObjects(a.queue, 1, &a.first, 0, a.count, a.list, a.event);
        });
    }

    void add_box_functions() {
        static constexpr std::size_t origin[3] = {};
        static constexpr std::size_t region[3] = {16, 4, 2};
        add("clEnqueueReadBufferRect", 1, true, [this](const Arguments& a) {
            return clEnqueueReadBufferRect(a.queue, a.first, a.blocking, origin, origin, region, 0, 0, 0, 0, host_,
                                           a.count, a.list, a.event);
        });
        add("clEnqueueWriteBufferRect", 1, true, [this](const Arguments& a) {
            return clEnqueueWriteBufferRect(a.queue, a.first, a.blocking, origin, origin, region, 0, 0, 0, 0, host_,
                                            a.count, a.list, a.event);
        });
        add("clEnqueueCopyBufferRect", 2, false, [](const Arguments& a) {
            return clEnqueueCopyBufferRect(a.queue, a.first, a.second, origin, origin, region, 0, 0, 0, 0, a.count,
                                           a.list, a.event);
        });
    }

    void add_map_functions() {
        add("clEnqueueMapBuffer", 1, true, [](const Arguments& a) {
            cl_int code = 1;
            void* const mapped =
                clEnqueueMapBuffer(a.queue, a.first, a.blocking, CL_MAP_READ, 0, size, a.count, a.list, a.event, &code);
            EXPECT_EQ(mapped != nullptr, code == CL_SUCCESS);
            return code;
        });
        add("clEnqueueUnmapMemObject", 1, false, [this](const Arguments& a) {
            void* mapped =
                clEnqueueMapBuffer(queue, first_.get(), CL_TRUE, CL_MAP_READ, 0, size, 0, nullptr, nullptr, nullptr);
            return clEnqueueUnmapMemObject(a.queue, a.first, mapped, a.count, a.list, a.event);
        });
        add("clEnqueueMarkerWithWaitList", 0, false,
            [](const Arguments& a) { return clEnqueueMarkerWithWaitList(a.queue, a.count, a.list, a.event); });
        add("clEnqueueBarrierWithWaitList", 0, false,
            [](const Arguments& a) { return clEnqueueBarrierWithWaitList(a.queue, a.count, a.list, a.event); });
    }

    void add_kernel_functions() {
        add("clEnqueueNDRangeKernel", 0, false, [this](const Arguments& a) {
            const std::size_t one = 1;
            return clEnqueueNDRangeKernel(a.queue, kernel_, 1, nullptr, &one, nullptr, a.count, a.list, a.event);
        });
        add("clEnqueueTask", 0, false,
            [this](const Arguments& a) { return clEnqueueTask(a.queue, kernel_, a.count, a.list, a.event); });
        add("clEnqueueNativeKernel", 0, false, [](const Arguments& a) {
            return clEnqueueNativeKernel(
                a.queue, [](void*) {}, nullptr, 0, 0, nullptr, nullptr, a.count, a.list, a.event);
        });
    }

    void add_svm_functions() {
        add("clEnqueueSVMFree", 0, false, [this](const Arguments& a) {
            void* pointers[] = {svm_};
            const auto keep = [](cl_command_queue, cl_uint, void**, void*) {};
            return clEnqueueSVMFree(a.queue, 1, pointers, keep, nullptr, a.count, a.list, a.event);
        });
        add("clEnqueueSVMMemcpy", 0, true, [this](const Arguments& a) {
            return clEnqueueSVMMemcpy(a.queue, a.blocking, svm_, svm_ + size / 2, size / 2, a.count, a.list, a.event);
        });
        add("clEnqueueSVMMemFill", 0, false, [this](const Arguments& a) {
            const cl_uint zero = 0;
            return clEnqueueSVMMemFill(a.queue, svm_, &zero, 4, size, a.count, a.list, a.event);
        });
        add("clEnqueueSVMMap", 0, true, [this](const Arguments& a) {
            return clEnqueueSVMMap(a.queue, a.blocking, CL_MAP_READ, svm_, size, a.count, a.list, a.event);
        });
        add("clEnqueueSVMUnmap", 0, false,
            [this](const Arguments& a) { return clEnqueueSVMUnmap(a.queue, svm_, a.count, a.list, a.event); });
        add("clEnqueueSVMMigrateMem", 0, false, [this](const Arguments& a) {
            const void* pointers[] = {svm_};
            return clEnqueueSVMMigrateMem(a.queue, 1, pointers, nullptr, 0, a.count, a.list, a.event);
        });
    }

    /// Calls the function, and expects that it fails with `wanted` and returns no event.
    void expect_refused(const Function& function, Arguments arguments, cl_int wanted, const std::string& why) {
        cl_event event = nullptr;
        arguments.event = &event;
        EXPECT_EQ(function.call(arguments), wanted) << function.name << ": " << why;
        EXPECT_EQ(event, nullptr) << function.name << ": " << why;
    }

    OwnedEvent failed_event() {
        OwnedEvent event(clCreateUserEvent(context, nullptr));
        EXPECT_EQ(clSetUserEventStatus(event.get(), -42), CL_SUCCESS);
        return event;
    }

    std::vector<Function> functions_;
    Arguments good_;
    Mem first_, second_, foreign_;
    char host_[size] = {};
    char* svm_ = nullptr;
    cl_program program_ = nullptr;
    cl_kernel kernel_ = nullptr;
};

// Checks the tests themselves: with unchanged arguments every call must succeed.
TEST_F(EnqueueErrors, GoodArgumentsSucceed) {
    for (const Function& function : functions_) {
        cl_event event = nullptr;
        Arguments arguments = good_;
        arguments.event = &event;
        EXPECT_EQ(function.call(arguments), CL_SUCCESS) << function.name;
        EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS) << function.name;
        EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS) << function.name;
    }
}

TEST_F(EnqueueErrors, InvalidCommandQueue) {
    for (const auto& [kind, handle] : bad_handles(released_context(device), context)) {
        for (const Function& function : functions_) {
            Arguments arguments = good_;
            arguments.queue = static_cast<cl_command_queue>(handle);
            expect_refused(function, arguments, CL_INVALID_COMMAND_QUEUE, kind);
        }
    }
}

TEST_F(EnqueueErrors, InvalidMemObject) {
    for (const auto& [kind, handle] : bad_handles(released_context(device), queue)) {
        for (const Function& function : functions_) {
            Arguments arguments = good_;
            if (function.buffers < 1) continue;
            arguments.first = static_cast<cl_mem>(handle);
            expect_refused(function, arguments, CL_INVALID_MEM_OBJECT, kind);
            if (function.buffers < 2) continue;
            arguments = good_;
            arguments.second = static_cast<cl_mem>(handle);
            expect_refused(function, arguments, CL_INVALID_MEM_OBJECT, kind);
        }
    }
}

TEST_F(EnqueueErrors, MemObjectOfAnotherContext) {
    for (const Function& function : functions_) {
        Arguments arguments = good_;
        if (function.buffers < 1) continue;
        arguments.first = foreign_.get();
        expect_refused(function, arguments, CL_INVALID_CONTEXT, "first");
        if (function.buffers < 2) continue;
        arguments = good_;
        arguments.second = foreign_.get();
        expect_refused(function, arguments, CL_INVALID_CONTEXT, "second");
    }
}

TEST_F(EnqueueErrors, InvalidEventWaitList) {
    const OwnedEvent event(clCreateUserEvent(context, nullptr));
    const cl_event good = event.get();
    for (const Function& function : functions_) {
        Arguments arguments = good_;
        arguments.count = 1;
        expect_refused(function, arguments, CL_INVALID_EVENT_WAIT_LIST, "a count without a list");
        arguments.count = 0;
        arguments.list = &good;
        expect_refused(function, arguments, CL_INVALID_EVENT_WAIT_LIST, "a list without a count");
        for (const auto& [kind, handle] : bad_handles(released_context(device), queue)) {
            const cl_event events[] = {good, static_cast<cl_event>(handle)};
            arguments.count = 2;
            arguments.list = events;
            expect_refused(function, arguments, CL_INVALID_EVENT_WAIT_LIST, kind);
        }
    }
    clSetUserEventStatus(good, CL_COMPLETE);
}

TEST_F(EnqueueErrors, EventOfAnotherContext) {
    const OwnedEvent event(clCreateUserEvent(other_context, nullptr));
    const cl_event list = event.get();
    for (const Function& function : functions_) {
        Arguments arguments = good_;
        arguments.count = 1;
        arguments.list = &list;
        expect_refused(function, arguments, CL_INVALID_CONTEXT, "event");
    }
}

// Section 5.11: a command that waits for a failed event is terminated.
TEST_F(EnqueueErrors, FailedEventFailsTheCommand) {
    const OwnedEvent failed = failed_event();
    const cl_event list = failed.get();
    for (const Function& function : functions_) {
        cl_event event = nullptr;
        Arguments arguments = good_;
        arguments.count = 1;
        arguments.list = &list;
        arguments.event = &event;
        EXPECT_EQ(function.call(arguments), CL_SUCCESS) << function.name;
        EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) << function.name;
        cl_int status = 1;
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        EXPECT_EQ(status, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) << function.name;
        clReleaseEvent(event);
    }
}

// "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the read [...] operation is blocking and the execution
// status of any of the events in event_wait_list is a negative integer value."
TEST_F(EnqueueErrors, FailedEventFailsTheBlockingCall) {
    const OwnedEvent failed = failed_event();
    const cl_event list = failed.get();
    for (const Function& function : functions_) {
        if (!function.may_block) continue;
        Arguments arguments = good_;
        arguments.count = 1;
        arguments.list = &list;
        arguments.blocking = CL_TRUE;
        EXPECT_EQ(function.call(arguments), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) << function.name;
    }
}

// A map command that fails must map nothing, so that the same range can still be mapped for writing.
TEST_F(EnqueueErrors, FailedMapMapsNothing) {
    const OwnedEvent failed = failed_event();
    const cl_event list = failed.get();
    for (int i = 0; i < 2; ++i) {
        clEnqueueMapBuffer(queue, first_.get(), CL_FALSE, CL_MAP_WRITE, 0, size, 1, &list, nullptr, nullptr);
        EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }
    cl_uint maps = 9;
    clGetMemObjectInfo(first_.get(), CL_MEM_MAP_COUNT, sizeof maps, &maps, nullptr);
    EXPECT_EQ(maps, 0u);
    cl_int code = 1;
    void* const mapped =
        clEnqueueMapBuffer(queue, first_.get(), CL_TRUE, CL_MAP_WRITE, 0, size, 0, nullptr, nullptr, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, first_.get(), mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

// Functions that are deprecated since OpenCL 1.2 must still work.
TEST_F(EnqueueErrors, OldMarkersAndBarriers) {
    for (const auto& [kind, handle] : bad_handles(released_context(device), context)) {
        const auto bad = static_cast<cl_command_queue>(handle);
        cl_event event = nullptr;
        EXPECT_EQ(clEnqueueMarker(bad, &event), CL_INVALID_COMMAND_QUEUE) << kind;
        EXPECT_EQ(clEnqueueBarrier(bad), CL_INVALID_COMMAND_QUEUE) << kind;
        EXPECT_EQ(clEnqueueWaitForEvents(bad, 1, &event), CL_INVALID_COMMAND_QUEUE) << kind;
    }
    EXPECT_EQ(clEnqueueMarker(queue, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clEnqueueWaitForEvents(queue, 0, nullptr), CL_INVALID_VALUE);
    const cl_event none = nullptr;
    EXPECT_EQ(clEnqueueWaitForEvents(queue, 1, &none), CL_INVALID_EVENT);
    const OwnedEvent other(clCreateUserEvent(other_context, nullptr));
    const cl_event list = other.get();
    EXPECT_EQ(clEnqueueWaitForEvents(queue, 1, &list), CL_INVALID_CONTEXT);
}

}  // namespace
}  // namespace lanewise::test
