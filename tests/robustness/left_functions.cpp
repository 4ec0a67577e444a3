// Tests functions of the application that the driver calls and that do not return. These functions throw, end their
// thread, or leave by longjmp. The driver must continue as if the function had returned or failed.
#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <csetjmp>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "session.h"

namespace lanewise::test {
namespace {

using Leave = void (*)();

void throw_exception() { throw std::runtime_error("left"); }
void throw_number() { throw 1; }
void exit_thread() { pthread_exit(nullptr); }

struct Way {
    const char* name;
    Leave leave;
};

/// User data of the functions below.
struct Note {
    Leave leave;
    std::atomic<int> called = 0;
    std::atomic<int> destroyed = 0;
    std::atomic<int> uncaught = 0;  // number of calls that saw an uncaught exception of an earlier call
};

struct CountsItsEnd {
    explicit CountsItsEnd(Note& counted) : note(counted) { ++note.called; }
    ~CountsItsEnd() { ++note.destroyed; }
    CountsItsEnd(const CountsItsEnd&) = delete;
    CountsItsEnd& operator=(const CountsItsEnd&) = delete;
    Note& note;
};

void leave(void* data) {
    Note& note = *static_cast<Note*>(data);
    const CountsItsEnd local(note);
    if (std::uncaught_exceptions() != 0) ++note.uncaught;
    note.leave();
}

void wait_for(const std::atomic<int>& count, int wanted) {
    while (count < wanted) usleep(1000);
}

void CL_CALLBACK leave_native(void* data) { leave(*static_cast<void**>(data)); }

cl_event enqueue_native(Session& session, Note& note) {
    cl_event event = nullptr;
    void* argument = &note;
    EXPECT_EQ(clEnqueueNativeKernel(session.queue, leave_native, &argument, sizeof argument, 0, nullptr, nullptr, 0,
                                    nullptr, &event),
              CL_SUCCESS);
    return event;
}

cl_int status_of(cl_event event) {
    cl_int status = 1;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr), CL_SUCCESS);
    return status;
}

class LeftFunctions : public testing::TestWithParam<Way> {
protected:
    Note note{GetParam().leave};
    Session session;

    void SetUp() override { session.build(); }
    void TearDown() override {
        EXPECT_EQ(note.destroyed, note.called) << "the functions' own objects are destroyed";
        EXPECT_EQ(note.uncaught, 0) << "what was thrown counts as caught";
        EXPECT_TRUE(session.computes());
    }
};

TEST_P(LeftFunctions, EventCallbacks) {
    constexpr int events = 20;
    for (int i = 0; i < events; ++i) {
        cl_event event = nullptr;
        ASSERT_EQ(clEnqueueMarkerWithWaitList(session.queue, 0, nullptr, &event), CL_SUCCESS);
        for (const cl_int status : {CL_SUBMITTED, CL_COMPLETE}) {
            const auto callback = [](cl_event, cl_int, void* data) { leave(data); };
            ASSERT_EQ(clSetEventCallback(event, status, callback, &note), CL_SUCCESS);
        }
        ASSERT_EQ(clReleaseEvent(event), CL_SUCCESS);
    }
    EXPECT_EQ(clFinish(session.queue), CL_SUCCESS);
    wait_for(note.destroyed, 2 * events);
}

TEST_P(LeftFunctions, NativeKernelsFailTheirCommands) {
    for (int i = 0; i < 10; ++i) {
        const cl_event event = enqueue_native(session, note);
        cl_event after = nullptr;
        ASSERT_EQ(clEnqueueMarkerWithWaitList(session.queue, 1, &event, &after), CL_SUCCESS);
        if (i % 2 == 0) {
            EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        } else {  // without a waiting thread, a thread of the device runs the native kernel
            EXPECT_EQ(clFlush(session.queue), CL_SUCCESS);
            while (status_of(event) > CL_COMPLETE) usleep(1000);
        }
        EXPECT_EQ(status_of(event), CL_OUT_OF_RESOURCES);
        EXPECT_EQ(clFinish(session.queue), CL_SUCCESS);
        EXPECT_EQ(status_of(after), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        clReleaseEvent(event);
        clReleaseEvent(after);
    }
    EXPECT_EQ(note.called, 10);
}

TEST_P(LeftFunctions, ContextIsToldOfNativeKernels) {
    struct Told {
        Note note;
        std::string text;
    } told{{GetParam().leave}, {}};
    cl_int code = CL_SUCCESS;
    const auto notify = [](const char* text, const void*, std::size_t, void* data) {
        static_cast<Told*>(data)->text = text;
        leave(&static_cast<Told*>(data)->note);
    };
    cl_context context = clCreateContext(nullptr, 1, &session.device, notify, &told, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, session.device, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    void* argument = &note;
    ASSERT_EQ(clEnqueueNativeKernel(queue, leave_native, &argument, sizeof argument, 0, nullptr, nullptr, 0, nullptr,
                                    nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(told.note.called, 1);
    EXPECT_EQ(told.note.destroyed, 1);
    EXPECT_NE(told.text.find("native kernel"), std::string::npos) << told.text;
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

TEST_P(LeftFunctions, FunctionsThatFree) {
    cl_event event = nullptr;
    void* pointer = clSVMAlloc(session.context, CL_MEM_READ_WRITE, 64, 0);
    const auto function = [](cl_command_queue, cl_uint, void**, void* data) { leave(data); };
    ASSERT_EQ(clEnqueueSVMFree(session.queue, 1, &pointer, function, &note, 0, nullptr, &event), CL_SUCCESS);
    EXPECT_EQ(clFinish(session.queue), CL_SUCCESS);
    EXPECT_EQ(status_of(event), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(note.called, 1);
    clReleaseEvent(event);
    clSVMFree(session.context, pointer);
}

TEST_P(LeftFunctions, DestructorCallbacks) {
    cl_int code = CL_SUCCESS;
    cl_context context = clCreateContext(nullptr, 1, &session.device, nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    const auto of_buffer = [](cl_mem, void* data) { leave(data); };
    const auto of_context = [](cl_context, void* data) { leave(data); };
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, of_buffer, &note), CL_SUCCESS);
        ASSERT_EQ(clSetContextDestructorCallback(context, of_context, &note), CL_SUCCESS);
    }
    EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
    EXPECT_EQ(note.called, 2);
    EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
    EXPECT_EQ(note.called, 4);
}

constexpr const char* one_kernel = "kernel void k(global int* p) { *p = 1; }";

TEST_P(LeftFunctions, BuildCallbacks) {
    cl_program program = session.make_program(one_kernel);
    const auto callback = [](cl_program, void* data) { leave(data); };
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", callback, &note), CL_SUCCESS);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, callback, &note), CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    cl_program linked = clLinkProgram(session.context, 0, nullptr, "", 1, &program, callback, &note, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    EXPECT_EQ(note.called, 3);
    clReleaseProgram(linked);
    clReleaseProgram(program);
}

constexpr Way ways[] = {{"exception", throw_exception}, {"number", throw_number}, {"pthread_exit", exit_thread}};
INSTANTIATE_TEST_SUITE_P(By, LeftFunctions, testing::ValuesIn(ways),
                         [](const auto& tested) { return std::string(tested.param.name); });

std::jmp_buf way_back;

// C programs use longjmp as C++ programs use exceptions. Memory of the skipped frames remains allocated, which is
// unavoidable.
class LeftFunctionsByJump : public testing::Test {
protected:
    void SetUp() override {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
        GTEST_SKIP() << "the sanitizer tells of memory that is not given back";
#endif
#endif
    }
};

TEST_F(LeftFunctionsByJump, BuildCallbacksLeaveTheProgramUsable) {
    Session session;
    cl_program program = session.make_program(one_kernel);
    for (volatile int i = 0; i < 3; i = i + 1) {
        const auto callback = [](cl_program, void*) { std::longjmp(way_back, 1); };
        if (setjmp(way_back) == 0) {
            clBuildProgram(program, 0, nullptr, "", callback, nullptr);
            ADD_FAILURE() << "the callback has left";
        }
        cl_int code = CL_SUCCESS;
        clReleaseKernel(clCreateKernel(program, "k", &code));
        EXPECT_EQ(code, CL_SUCCESS);
    }
    clReleaseProgram(program);
    session.build();
    EXPECT_TRUE(session.computes());
}

TEST_F(LeftFunctionsByJump, DestructorCallbacksLeaveTheContextUsable) {
    Session session;
    cl_mem buffer = clCreateBuffer(session.context, CL_MEM_READ_WRITE, 64, nullptr, nullptr);
    clSetMemObjectDestructorCallback(buffer, [](cl_mem, void*) { std::longjmp(way_back, 1); }, nullptr);
    if (setjmp(way_back) == 0) {
        clReleaseMemObject(buffer);
        ADD_FAILURE() << "the callback has left";
    }
    session.build();
    EXPECT_TRUE(session.computes());
}

}  // namespace
}  // namespace lanewise::test
