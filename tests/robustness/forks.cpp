// Forks while other threads build programs, run kernels, update command buffers, start the pool or write to the cache.
// The child must be able to make contexts, build programs and run kernels.
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "../api/command_buffers/command_buffer_names.h"
#include "session.h"
#include "time_limit.h"

extern char** environ;

namespace lanewise::test {
namespace {

/// Number of forks in each case, from the environment variable FORK_ROUNDS.
const int rounds = getenv("FORK_ROUNDS") ? atoi(getenv("FORK_ROUNDS")) : 20;

/// If `condition` is false, exits with a number derived from the source line. If all conditions of a process hold, the
/// process exits with 3.
#define REQUIRE(condition) \
    if (!(condition)) _exit(__LINE__ % 200 + 20)

class Forks : public testing::Test {
protected:
    void SetUp() override {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LANEWISE_THREAD_SANITIZER
#endif
#endif
#if defined(LANEWISE_THREAD_SANITIZER) || defined(__SANITIZE_THREAD__)
        GTEST_SKIP() << "the sanitizer ends children that start threads";
#endif
        testing::GTEST_FLAG(death_test_style) = "threadsafe";
        setenv("LANEWISE_CACHE", "0", 1);
    }
};

/// Makes a new context and uses each part of OpenCL once.
void use_afresh(int salt) {
    Session session;
    session.build(salt);
    REQUIRE(session.ok());
    REQUIRE(session.computes());
    std::atomic<bool> called = false;
    cl_event event = nullptr;
    REQUIRE(clEnqueueMarkerWithWaitList(session.queue, 0, nullptr, &event) == CL_SUCCESS);
    clSetEventCallback(
        event, CL_COMPLETE, [](cl_event, cl_int, void* flag) { *static_cast<std::atomic<bool>*>(flag) = true; },
        &called);
    clFlush(session.queue);
    while (!called) usleep(200);
    clReleaseEvent(event);
    REQUIRE(session.computes());
}

void expect_exit(pid_t child, int code) {
    REQUIRE(child > 0);
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != code) {
        fprintf(stderr, "a child ended with status %#x\n", static_cast<unsigned>(status));
        _exit(12);
    }
}

template <class Body>
void in_a_fork(Body&& body) {
    const pid_t child = fork();
    if (child == 0) {
        limit_time(40);
        body();
        _exit(5);
    }
    expect_exit(child, 5);
}

/// Starts the ICD loader before any fork. A child that is forked while the loader starts would wait for ever in the
/// loader.
void start_loader() { clGetPlatformIDs(0, nullptr, nullptr); }

/// Starts threads that build and run new programs without end.
void keep_building(int threads) {
    start_loader();
    for (int t = 0; t < threads; ++t) {
        std::thread([t, threads] {
            for (int salt = 1000 + t;; salt += threads) {
                Session session;
                session.build(salt);
                REQUIRE(session.computes());
            }
        }).detach();
    }
}

[[noreturn]] void fork_while_building(bool with_cache) {
    limit_time(rounds < 50 ? 110 : 1000);
    std::string folder = "/tmp/lanewise-forks-XXXXXX";
    if (with_cache) {
        REQUIRE(mkdtemp(folder.data()));
        setenv("LANEWISE_CACHE", "1", 1);
        setenv("LANEWISE_CACHE_DIR", folder.c_str(), 1);
        setenv("LANEWISE_CACHE_MB", "1", 1);  // a small limit, so that the driver also removes entries of the cache
    }
    keep_building(3);
    for (int i = 0; i < rounds; ++i) in_a_fork([&] { use_afresh(-i); });
    // Repeats the removal of the folder, because the other threads still write to it.
    for (std::error_code error; with_cache && std::filesystem::exists(folder);)
        std::filesystem::remove_all(folder, error);
    _exit(3);
}

TEST_F(Forks, WhileOtherThreadsBuild) { EXPECT_EXIT(fork_while_building(false), testing::ExitedWithCode(3), ""); }

TEST_F(Forks, WhileOtherThreadsBuildAndCache) {
    EXPECT_EXIT(fork_while_building(true), testing::ExitedWithCode(3), "");
}

[[noreturn]] void fork_while_kernels_run() {
    limit_time(rounds < 50 ? 110 : 1000);
    auto* endless = new Session;
    endless->build(1);
    endless->start_long_kernel();
    for (int t = 0; t < 3; ++t) {
        std::thread([] {
            Session session;
            session.build(7);
            while (session.computes()) {
            }
            _exit(11);
        }).detach();
    }
    for (int i = 0; i < rounds; ++i) in_a_fork([&] { use_afresh(i); });
    _exit(3);
}

TEST_F(Forks, WhileKernelsRun) { EXPECT_EXIT(fork_while_kernels_run(), testing::ExitedWithCode(3), ""); }

// Each fork is in a new process that is just starting to use OpenCL.
[[noreturn]] void fork_while_starting() {
    limit_time(rounds < 50 ? 110 : 1000);
    for (int i = 0; i < rounds; ++i) {
        in_a_fork([&] {
            start_loader();
            std::vector<std::thread> users;
            for (int t = 0; t < 2; ++t) users.emplace_back([&, t] { use_afresh(t); });
            usleep(static_cast<unsigned>(i % 100) * 300);
            for (int k = 0; k < 3; ++k) in_a_fork([] { use_afresh(9); });
            for (std::thread& user : users) user.join();
        });
    }
    _exit(3);
}

TEST_F(Forks, WhileTheDriverStarts) { EXPECT_EXIT(fork_while_starting(), testing::ExitedWithCode(3), ""); }

[[noreturn]] void fork_in_forks() {
    limit_time(rounds < 50 ? 110 : 1000);
    use_afresh(0);
    for (int i = 0; i < rounds; ++i) {
        in_a_fork([&] {
            Session own;
            own.build(i);
            in_a_fork([&] {
                REQUIRE(own.computes());
                in_a_fork([&] { use_afresh(i); });
                use_afresh(i + 1);
            });
            REQUIRE(own.computes());
        });
    }
    use_afresh(1);
    _exit(3);
}

TEST_F(Forks, InForks) { EXPECT_EXIT(fork_in_forks(), testing::ExitedWithCode(3), ""); }

/// Starts another program with each function of the system that can start a program.
[[noreturn]] void start_programs() {
    limit_time(rounds < 50 ? 110 : 1000);
    keep_building(2);
    auto* endless = new Session;
    endless->build(1);
    endless->start_long_kernel();
    const char* const arguments[] = {"/bin/sh", "-c", "exit 5", nullptr};
    char** const argv = const_cast<char**>(arguments);
    for (int i = 0; i < rounds; ++i) {
        pid_t child = fork();
        if (child == 0) {
            execv(argv[0], argv);
            _exit(1);
        }
        expect_exit(child, 5);
        child = vfork();
        if (child == 0) {
            execv(argv[0], argv);
            _exit(1);
        }
        expect_exit(child, 5);
        REQUIRE(posix_spawn(&child, argv[0], nullptr, nullptr, argv, environ) == 0);
        expect_exit(child, 5);
        REQUIRE(system("exit 5") == 5 << 8);
    }
    _exit(3);
}

TEST_F(Forks, ThatStartPrograms) { EXPECT_EXIT(start_programs(), testing::ExitedWithCode(3), ""); }

// Forks in a callback, and in a native kernel on a thread of the device.
[[noreturn]] void fork_on_threads_of_the_driver() {
    limit_time(rounds < 50 ? 110 : 1000);
    keep_building(1);
    Session session;
    session.build(1);
    for (int i = 0; i < rounds; ++i) {
        std::atomic<bool> done = false;
        cl_event event = clCreateUserEvent(session.context, nullptr);
        clSetEventCallback(
            event, CL_COMPLETE,
            [](cl_event, cl_int, void* done) {
                in_a_fork([] { use_afresh(3); });
                *static_cast<std::atomic<bool>*>(done) = true;
            },
            &done);
        clSetUserEventStatus(event, CL_COMPLETE);
        while (!done) usleep(100);
        clReleaseEvent(event);
        clEnqueueNativeKernel(
            session.queue, [](void*) { in_a_fork([] { use_afresh(4); }); }, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
            &event);
        clFlush(session.queue);
        if (i % 2 == 0) usleep(2000);
        REQUIRE(clWaitForEvents(1, &event) == CL_SUCCESS);
        clReleaseEvent(event);
        REQUIRE(session.computes());
    }
    _exit(3);
}

TEST_F(Forks, OnThreadsOfTheDriver) { EXPECT_EXIT(fork_on_threads_of_the_driver(), testing::ExitedWithCode(3), ""); }

/// A command buffer with kernels whose only argument can be updated.
class Recorded {
public:
    Recorded() {
        cl_platform_id platform = nullptr;
        REQUIRE(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS);
        REQUIRE(functions_.load(platform) == nullptr);
        const char* source = "kernel void k(global int* p, int n) { p[get_global_id(0)] = n; }";
        cl_program program = session_.make_program(source);
        REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
        cl_kernel kernel = clCreateKernel(program, "k", nullptr);
        const cl_properties flags[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
        buffer_ = functions_.create(1, &session_.queue, flags, nullptr);
        REQUIRE(buffer_ != nullptr);
        target_ = clCreateBuffer(session_.context, 0, 64 * sizeof(cl_int), nullptr, nullptr);
        const cl_int number = 0;
        clSetKernelArg(kernel, 0, sizeof target_, &target_);
        clSetKernelArg(kernel, 1, sizeof number, &number);
        const std::size_t global = 64;
        for (cl_mutable_command_khr& command : commands_)
            REQUIRE(functions_.kernel(buffer_, nullptr, nullptr, kernel, 1, nullptr, &global, nullptr, 0, nullptr,
                                      nullptr, &command) == CL_SUCCESS);
        REQUIRE(functions_.finalize(buffer_) == CL_SUCCESS);
    }

    /// Updates the argument of each kernel twice in one call, by two configurations.
    void update(cl_int number) {
        const cl_mutable_dispatch_arg_khr argument{1, sizeof number, &number};
        std::array<DispatchConfig, 2 * count> configs;
        std::array<cl_uint, 2 * count> types{};
        std::array<const void*, 2 * count> pointers{};
        for (std::size_t i = 0; i < configs.size(); ++i) {
            configs[i].command = commands_[i % count];
            configs[i].num_args = 1;
            configs[i].arg_list = &argument;
            types[i] = dispatch_config_type;
            pointers[i] = &configs[i];
        }
        REQUIRE(functions_.update(buffer_, static_cast<cl_uint>(configs.size()), types.data(), pointers.data()) ==
                CL_SUCCESS);
    }

    bool is_executable() {
        cl_uint state = 77;
        REQUIRE(functions_.info(buffer_, CL_COMMAND_BUFFER_STATE_KHR, sizeof state, &state, nullptr) == CL_SUCCESS);
        return state == state_executable;
    }

private:
    static constexpr std::size_t count = 100;

    Session session_;
    CommandBufferFunctions functions_{};
    cl_command_buffer_khr buffer_ = nullptr;
    cl_mem target_ = nullptr;
    std::array<cl_mutable_command_khr, count> commands_{};
};

[[noreturn]] void fork_while_updating() {
    limit_time(110);
    auto* const recorded = new Recorded;
    std::atomic<bool> is_begun = false;
    std::thread([&] {
        for (cl_int i = 0;; ++i) {
            recorded->update(i);
            is_begun = true;
        }
    }).detach();
    while (!is_begun) usleep(200);
    for (int i = 0; i < rounds; ++i)
        in_a_fork([&] {
            for (cl_int number = -3; number < 0; ++number) recorded->update(number);
            REQUIRE(recorded->is_executable());
        });
    _exit(3);
}

// The thread that holds the mutex of the command buffer does not exist in the child.
TEST_F(Forks, WhileACommandBufferIsUpdated) { EXPECT_EXIT(fork_while_updating(), testing::ExitedWithCode(3), ""); }

}  // namespace
}  // namespace lanewise::test
