// Tests processes that end while the driver has work, and different orders of destroying objects.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <memory>
#include <thread>

#include "objects_at_exit.h"
#include "session.h"

namespace lanewise::test {
namespace {

class Exit : public testing::Test {
protected:
    void SetUp() override {
        // With the style "threadsafe", EXPECT_EXIT runs its statement in a new process instead of a fork of this
        // process.
        testing::GTEST_FLAG(death_test_style) = "threadsafe";
        setenv("LANEWISE_CACHE", "0", 1);
    }
};

/// A static object, which is constructed before the driver is loaded. The object is therefore destroyed after all
/// atexit functions of the driver and its libraries have run.
std::unique_ptr<Session> static_session;

[[noreturn]] void exit_while_a_kernel_runs() {
    allow_objects_at_exit();
    static_session.release();
    auto* session = new Session;
    session->build();
    session->start_long_kernel();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    exit(session->ok() ? 0 : 1);
}

TEST_F(Exit, WhileAKernelRuns) { EXPECT_EXIT(exit_while_a_kernel_runs(), testing::ExitedWithCode(0), ""); }

[[noreturn]] void exit_while_building() {
    allow_objects_at_exit();
    for (int thread = 0; thread < 2; ++thread) {
        std::thread([thread] {
            for (int salt = 0;; ++salt) {
                Session session;
                session.build(2 * salt + thread);
            }
        }).detach();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    exit(0);
}

TEST_F(Exit, WhileOtherThreadsBuild) { EXPECT_EXIT(exit_while_building(), testing::ExitedWithCode(0), ""); }

[[noreturn]] void exit_in_a_callback() {
    allow_objects_at_exit();
    Session session;
    session.build();
    cl_event event = clCreateUserEvent(session.context, nullptr);
    cl_event marker = nullptr;
    clEnqueueMarkerWithWaitList(session.queue, 1, &event, &marker);
    clSetEventCallback(marker, CL_COMPLETE, [](cl_event, cl_int, void*) { exit(7); }, nullptr);
    clSetUserEventStatus(event, CL_COMPLETE);
    clFinish(session.queue);
    std::this_thread::sleep_for(std::chrono::seconds(10));
    exit(1);
}

TEST_F(Exit, InACallback) { EXPECT_EXIT(exit_in_a_callback(), testing::ExitedWithCode(7), ""); }

[[noreturn]] void leave_objects_to_static_destructors() {
    static_session = std::make_unique<Session>();
    static_session->build();
    exit(static_session->computes() ? 0 : 1);
}

TEST_F(Exit, StaticDestructorsRelease) {
    EXPECT_EXIT(leave_objects_to_static_destructors(), testing::ExitedWithCode(0), "");
}

/// Uses OpenCL in a static destructor, after all other objects have been destroyed.
struct LateUser {
    bool wanted = false;
    ~LateUser() {
        if (!wanted) return;
        Session session;
        session.build(5);
        _exit(session.computes() ? 9 : 1);
    }
} late_user;

[[noreturn]] void compute_in_a_static_destructor() {
    late_user.wanted = true;
    Session session;
    session.build();
    exit(session.computes() ? 0 : 1);
}

TEST_F(Exit, StaticDestructorsBuildAndCompute) {
    EXPECT_EXIT(compute_in_a_static_destructor(), testing::ExitedWithCode(9), "");
}

[[noreturn]] void leave_everything() {
    allow_objects_at_exit();
    auto* session = new Session;
    session->build();
    cl_event never = clCreateUserEvent(session->context, nullptr);
    clEnqueueMarkerWithWaitList(session->queue, 1, &never, nullptr);
    exit(session->ok() ? 0 : 1);
}

TEST_F(Exit, CommandsThatNeverRun) { EXPECT_EXIT(leave_everything(), testing::ExitedWithCode(0), ""); }

[[noreturn]] void quick_exit_while_a_kernel_runs() {
    auto* session = new Session;
    session->build();
    session->start_long_kernel();
    quick_exit(session->ok() ? 0 : 1);
}

TEST_F(Exit, QuickExitWhileAKernelRuns) {
    EXPECT_EXIT(quick_exit_while_a_kernel_runs(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace lanewise::test
