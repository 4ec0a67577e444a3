// Tests forks of a process that uses the driver, and signals that arrive while the process waits for commands.
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "objects_at_exit.h"
#include "session.h"
#include "time_limit.h"

namespace lanewise::test {
namespace {

/// Runs `body` in a fork, which is killed after half a minute. Returns the status from waitpid.
template <class Body>
int status_of_fork(Body&& body) {
    const pid_t child = fork();
    if (child == 0) {
        limit_time(30);
        body();
        _exit(1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

bool exited_with(int status, int code) { return WIFEXITED(status) && WEXITSTATUS(status) == code; }

TEST(Fork, ChildExitsWithoutUsingTheDriver) {
    Session session;
    session.build();
    ASSERT_TRUE(session.computes());
    const auto leave = [] {
        allow_objects_at_exit();
        exit(3);
    };
    EXPECT_TRUE(exited_with(status_of_fork(leave), 3));
    EXPECT_TRUE(exited_with(status_of_fork([] { _exit(4); }), 4));
    EXPECT_TRUE(session.computes());
}

// The child has no threads of the pool, and must itself run the commands for which it waits.
TEST(Fork, ChildComputesWithWhatItInherits) {
    Session session;
    session.build();
    ASSERT_TRUE(session.computes());
    const int status = status_of_fork([&] { _exit(session.computes() ? 5 : 6); });
    EXPECT_TRUE(exited_with(status, 5)) << status;
    EXPECT_TRUE(session.computes());
}

TEST(Fork, ChildStartsAfresh) {
    Session session;
    const int status = status_of_fork([] {
        Session own;
        own.build(2);
        _exit(own.computes() ? 5 : 6);
    });
    EXPECT_TRUE(exited_with(status, 5)) << status;
}

TEST(Fork, WhileOtherThreadsCompute) {
    std::atomic<bool> stop = false;
    std::atomic<bool> right = true;
    std::thread worker([&] {
        Session session;
        session.build();
        while (!stop) right = right && session.computes();
    });
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(exited_with(status_of_fork([] { _exit(4); }), 4));
    stop = true;
    worker.join();
    EXPECT_TRUE(right);
}

/// Runs a command for which no thread waits. Returns when the command's callback has been called.
bool works_by_itself(Session& session) {
    std::atomic<bool> called = false;
    cl_event event = nullptr;
    clEnqueueMarkerWithWaitList(session.queue, 0, nullptr, &event);
    clSetEventCallback(
        event, CL_COMPLETE, [](cl_event, cl_int, void* flag) { *static_cast<std::atomic<bool>*>(flag) = true; },
        &called);
    clFlush(session.queue);
    while (!called) usleep(1000);
    clReleaseEvent(event);
    return true;
}

// The child lacks the threads that run the kernel, and the threads that hold locks of the driver.
TEST(Fork, ChildStartsAfreshWhileKernelsRun) {
    Session main_session;
    main_session.build();
    main_session.start_long_kernel();
    for (int i = 0; i < 2; ++i) {
        std::thread([] {
            Session session;
            session.build();
            while (session.computes()) {
            }
            _exit(1);
        }).detach();
    }
    for (int i = 0; i < 12; ++i) {
        const int status = status_of_fork([] {
            Session own;
            own.build();
            const bool works = own.computes() && works_by_itself(own) && own.computes();
            _exit(works ? 5 : 6);
        });
        EXPECT_TRUE(exited_with(status, 5)) << status;
    }
    _exit(testing::Test::HasFailure() ? 1 : 0);  // unlike exit(), waits neither for the kernel nor for threads
}

// The command is not flushed before the fork. Both the parent and the child must run the command when they wait for its
// event.
TEST(Fork, ChildRunsReadyCommandsThatItWaitsFor) {
    Session session;
    session.build();
    cl_event event = nullptr;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(session.queue, 0, nullptr, &event), CL_SUCCESS);
    const int status =
        status_of_fork([&] { _exit(clWaitForEvents(1, &event) == CL_SUCCESS && session.computes() ? 5 : 6); });
    EXPECT_TRUE(exited_with(status, 5)) << status;
    EXPECT_TRUE(session.computes());
    clReleaseEvent(event);
}

std::atomic<int> signals_seen = 0;

// Signals must not end a wait, on whatever thread they arrive.
TEST(Signals, DoNotEndWaits) {
    struct sigaction action = {};
    action.sa_handler = [](int) { signals_seen.fetch_add(1, std::memory_order_relaxed); };
    ASSERT_EQ(sigaction(SIGALRM, &action, nullptr), 0);  // without SA_RESTART, so that signals interrupt system calls
    const itimerval every_millisecond{{0, 1000}, {0, 1000}};
    ASSERT_EQ(setitimer(ITIMER_REAL, &every_millisecond, nullptr), 0);
    Session session;
    session.build();
    for (int i = 0; i < 500 || signals_seen < 20; ++i) ASSERT_TRUE(session.computes());
    cl_event event = clCreateUserEvent(session.context, nullptr);
    std::thread setter([&] {
        usleep(20'000);
        clSetUserEventStatus(event, CL_COMPLETE);
    });
    EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    setter.join();
    cl_int status = 1;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    EXPECT_EQ(status, CL_COMPLETE);
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    clReleaseEvent(event);
}

}  // namespace
}  // namespace lanewise::test
