// Tests semaphores that are shared by file descriptors (cl_khr_external_semaphore): between contexts, threads and
// processes, with sync files of other APIs, and every error.
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "semaphores/semaphore_fixture.h"

namespace lanewise::test {
namespace {

constexpr cl_semaphore_properties_khr opaque = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
constexpr cl_semaphore_properties_khr sync_file = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
constexpr cl_semaphore_properties_khr export_types = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;

bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; }

// Returns the number by which the system identifies an open file.
ino_t inode_of(int descriptor) {
    struct stat status{};
    EXPECT_EQ(fstat(descriptor, &status), 0);
    return status.st_ino;
}

// Whether the descriptor still belongs to this file. Another thread may have opened a file under the same number.
bool is_open(int descriptor, ino_t inode) { return is_open(descriptor) && inode_of(descriptor) == inode; }

class ExternalSemaphore : public SemaphoreTest {
protected:
    void SetUp() override {
        SemaphoreTest::SetUp();
        other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
        foreign = clCreateCommandQueueWithProperties(other, device, nullptr, nullptr);
    }
    void TearDown() override {
        SemaphoreTest::TearDown();
        clReleaseCommandQueue(foreign);
        clReleaseContext(other);
    }

    cl_context other = nullptr;
    cl_command_queue foreign = nullptr;
};

TEST_F(ExternalSemaphore, ImportsShareOneState) {
    cl_semaphore_khr s = semaphore(exported());
    cl_semaphore_khr same = semaphore(imported(opaque, handle_of(s)));
    cl_semaphore_khr far = semaphore(imported(opaque, handle_of(s)), other);
    EXPECT_NE(s, same);
    EXPECT_EQ(payload_of(far), 0u);
    finish(signal(queue, {s}));
    for (cl_semaphore_khr each : {s, same, far}) EXPECT_EQ(payload_of(each), 1u);
    finish(wait(foreign, {far}));
    for (cl_semaphore_khr each : {s, same, far}) EXPECT_EQ(payload_of(each), 0u);
}

TEST_F(ExternalSemaphore, SignalsReachWaitsOfOtherContexts) {
    cl_semaphore_khr s = semaphore(exported());
    cl_semaphore_khr far = semaphore(imported(opaque, handle_of(s)), other);
    for (int i = 0; i < 50; ++i) {
        cl_event waiting = wait(foreign, {far});
        EXPECT_EQ(clFlush(foreign), CL_SUCCESS);
        if (i % 10 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        EXPECT_TRUE(is_pending(waiting));
        finish(signal(queue, {s}));
        finish(waiting);
        cl_event back = wait(queue, {s});
        finish(signal(foreign, {far}));
        finish(back);
    }
    EXPECT_EQ(payload_of(s), 0u);
}

// Two semaphores share a state by a file descriptor. Each signal ends exactly one wait, for either semaphore.
TEST_F(ExternalSemaphore, EachSignalEndsOneWait) {
    cl_semaphore_khr s = semaphore(exported());
    cl_semaphore_khr far = semaphore(imported(opaque, handle_of(s)), other);
    std::vector<cl_event> waiting{wait(unordered, {s}), wait(foreign, {far}), wait(unordered, {s})};
    for (std::size_t ended = 1; ended <= waiting.size(); ++ended) {
        finish(signal(queue, {s}));
        const auto is_done = [&] {
            return static_cast<std::size_t>(std::count_if(waiting.begin(), waiting.end(),
                                                          [](cl_event e) { return !is_pending(e); })) >= ended;
        };
        while (!is_done()) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        EXPECT_EQ(std::count_if(waiting.begin(), waiting.end(), [](cl_event e) { return !is_pending(e); }),
                  static_cast<std::ptrdiff_t>(ended));
    }
}

TEST_F(ExternalSemaphore, ImportTakesTheDescriptor) {
    cl_semaphore_khr s = semaphore(exported());
    const int handle = handle_of(s);
    cl_int code = 1;
    cl_semaphore_khr copy = create(context, imported(opaque, handle).data(), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    const ino_t taken = inode_of(handle);
    EXPECT_EQ(release(copy), CL_SUCCESS);
    EXPECT_FALSE(is_open(handle, taken));
    // A descriptor that was not imported belongs to the application, and survives the semaphore.
    const int kept = handle_of(s);
    EXPECT_EQ(creation_error({opaque, static_cast<cl_semaphore_properties_khr>(kept), 0}), CL_INVALID_VALUE);
    EXPECT_TRUE(is_open(kept));
    EXPECT_EQ(close(kept), 0);
}

TEST_F(ExternalSemaphore, ProcessesShareOne) {
    cl_semaphore_khr ping = semaphore(exported()), pong = semaphore(exported());
    const std::array<int, 2> handles{handle_of(ping), handle_of(pong)};
    const pid_t child = fork();
    if (child == 0) {
        cl_int code = 1;
        cl_context own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        cl_command_queue on = clCreateCommandQueueWithProperties(own, device, nullptr, &code);
        cl_semaphore_khr in = create(own, imported(opaque, handles[0]).data(), &code);
        cl_semaphore_khr out = create(own, imported(opaque, handles[1]).data(), &code);
        int wrong = code != CL_SUCCESS;
        for (int i = 0; i < 20; ++i) {
            wrong += enqueue_wait(on, 1, &in, nullptr, 0, nullptr, nullptr) != CL_SUCCESS;
            wrong += enqueue_signal(on, 1, &out, nullptr, 0, nullptr, nullptr) != CL_SUCCESS;
            wrong += clFinish(on) != CL_SUCCESS;
        }
        _exit(wrong);
    }
    for (int i = 0; i < 20; ++i) {
        signal(queue, {ping});
        finish(wait(queue, {pong}));
    }
    int status = 1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    for (const int handle : handles) close(handle);
}

// The test uses a pipe in place of a Linux sync file. Like a sync file, the pipe becomes readable when the awaited work
// is done.
TEST_F(ExternalSemaphore, SyncFilesAreAwaited) {
    int ends[2] = {};
    ASSERT_EQ(pipe(ends), 0);
    const ino_t awaited = inode_of(ends[0]);
    cl_semaphore_khr s = semaphore(imported(sync_file, ends[0]));
    EXPECT_EQ(payload_of(s), 0u);
    cl_event waiting = wait(queue, {s});
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_TRUE(is_pending(waiting));
    EXPECT_EQ(write(ends[1], "x", 1), 1);
    finish(waiting);
    // Importing a sync file copies its payload. The wait has used up this payload, and later signals come from OpenCL.
    EXPECT_EQ(payload_of(s), 0u);
    EXPECT_FALSE(is_open(ends[0], awaited));
    finish(signal(queue, {s}));
    EXPECT_EQ(payload_of(s), 1u);
    finish(wait(queue, {s}));
    close(ends[1]);
}

// If the other end of the pipe closes without a signal, the waiting commands continue.
TEST_F(ExternalSemaphore, AbandonedFilesEndTheWait) {
    int ends[2] = {};
    ASSERT_EQ(pipe(ends), 0);
    cl_event waiting = wait(queue, {semaphore(imported(sync_file, ends[0]))});
    EXPECT_TRUE(is_pending(waiting));
    close(ends[1]);
    finish(waiting);
}

TEST_F(ExternalSemaphore, SyncFilesMayBeReimported) {
    cl_semaphore_khr s = semaphore(imported(sync_file, -1));
    EXPECT_EQ(payload_of(s), 1u);
    finish(wait(queue, {s}));
    EXPECT_EQ(payload_of(s), 0u);
    EXPECT_EQ(reimport(s, nullptr, -1), CL_SUCCESS);
    finish(wait(queue, {s}));
    for (int i = 0; i < 3; ++i) {
        int ends[2] = {};
        ASSERT_EQ(pipe(ends), 0);
        EXPECT_EQ(reimport(s, nullptr, ends[0]), CL_SUCCESS);
        cl_event waiting = wait(queue, {s});
        EXPECT_TRUE(is_pending(waiting));
        // In the last iteration, a new import replaces the file for which the command is waiting.
        if (i == 2) {
            EXPECT_EQ(reimport(s, nullptr, -1), CL_SUCCESS);
        } else {
            EXPECT_EQ(write(ends[1], "x", 1), 1);
        }
        finish(waiting);
        close(ends[1]);
    }
}

// A failed wait must not consume a signal: the driver no longer watches the descriptor for this wait, so the next wait
// gets the signal.
TEST_F(ExternalSemaphore, FailedWaitsTakeNoSignal) {
    cl_semaphore_khr s = semaphore(exported());
    for (int i = 0; i < 20; ++i) {
        cl_event bad = gate();
        cl_event failing = wait(unordered, {s}, {bad});
        clSetUserEventStatus(bad, -1);
        finish(failing, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        cl_event next = wait(unordered, {s});
        EXPECT_TRUE(is_pending(next));
        finish(signal(queue, {s}));
        finish(next);
    }
}

TEST_F(ExternalSemaphore, CreationErrors) {
    const int plain = open("/dev/null", O_RDWR), counter = eventfd(0, 0);
    const int handle = handle_of(semaphore(exported()));
    const auto as_property = [](int number) { return static_cast<cl_semaphore_properties_khr>(number); };
    EXPECT_EQ(creation_error(imported(opaque, -1)), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error(imported(opaque, plain)), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error(imported(opaque, 1 << 20)), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error(imported(sync_file, -2)), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error(imported(sync_file, 1 << 20)), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error(binary({opaque, as_property(handle), opaque, as_property(handle)})), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error(binary({opaque, as_property(handle), sync_file, as_property(-1)})), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error(binary({export_types, opaque, opaque, 0})), CL_INVALID_VALUE);
    EXPECT_EQ(creation_error(binary({export_types, opaque, 0, export_types, opaque, 0})), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error(binary({export_types, sync_file, 0})), CL_INVALID_PROPERTY);
    EXPECT_EQ(creation_error(binary({opaque, as_property(handle), export_types, opaque, 0})), CL_INVALID_OPERATION);
    for (const int number : {plain, counter, handle}) {
        EXPECT_TRUE(is_open(number));
        close(number);
    }
}

TEST_F(ExternalSemaphore, ExportErrors) {
    cl_semaphore_khr s = semaphore(exported()), inner = semaphore();
    int handle = -1;
    constexpr std::size_t size = sizeof handle;
    EXPECT_EQ(get_handle(nullptr, device, opaque, size, &handle, nullptr), CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(get_handle(s, nullptr, opaque, size, &handle, nullptr), CL_INVALID_DEVICE);
    EXPECT_EQ(get_handle(s, device, sync_file, size, &handle, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(get_handle(s, device, opaque, size - 1, &handle, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(get_handle(inner, device, opaque, size, &handle, nullptr), CL_INVALID_VALUE);
    cl_semaphore_khr copy = semaphore(imported(opaque, handle_of(s)));
    EXPECT_EQ(get_handle(copy, device, opaque, size, &handle, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(handle, -1);
    std::size_t needed = 0;
    EXPECT_EQ(get_handle(s, device, opaque, 0, nullptr, &needed), CL_SUCCESS);
    EXPECT_EQ(needed, size);
}

TEST_F(ExternalSemaphore, ReimportErrors) {
    cl_semaphore_khr s = semaphore(imported(sync_file, -1)), inner = semaphore();
    cl_semaphore_reimport_properties_khr unknown[] = {1, 1, 0}, none[] = {0};
    EXPECT_EQ(reimport(nullptr, nullptr, -1), CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(reimport(inner, nullptr, -1), CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(reimport(s, nullptr, 1 << 20), CL_INVALID_VALUE);
    EXPECT_EQ(reimport(s, nullptr, -2), CL_INVALID_VALUE);
    EXPECT_EQ(reimport(s, unknown, -1), CL_INVALID_VALUE);
    EXPECT_EQ(reimport(s, none, -1), CL_SUCCESS);
}

// The first wait consumes the file's signal. The driver then stops watching the file, although another command still
// waits for the semaphore.
TEST_F(ExternalSemaphore, FilesThatAreUsedUpAreNotWatched) {
    static std::atomic<bool> is_gone;
    is_gone = false;
    cl_int code = 1;
    cl_context own_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    clSetContextDestructorCallback(own_context, [](cl_context, void*) { is_gone = true; }, nullptr);
    cl_command_queue own_queue = clCreateCommandQueueWithProperties(own_context, device, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    int ends[2] = {};
    ASSERT_EQ(pipe(ends), 0);
    const Properties properties = imported(sync_file, ends[0]);
    cl_semaphore_khr s = create(own_context, properties.data(), &code);
    ASSERT_EQ(code, CL_SUCCESS);
    cl_event waits[2] = {};
    for (cl_event& each : waits) ASSERT_EQ(enqueue_wait(own_queue, 1, &s, nullptr, 0, nullptr, &each), CL_SUCCESS);
    clFlush(own_queue);
    EXPECT_EQ(write(ends[1], "x", 1), 1);
    EXPECT_EQ(clWaitForEvents(1, &waits[0]), CL_SUCCESS);
    cl_command_queue other = clCreateCommandQueueWithProperties(own_context, device, nullptr, &code);
    EXPECT_EQ(enqueue_signal(other, 1, &s, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    clFlush(other);
    EXPECT_EQ(clWaitForEvents(1, &waits[1]), CL_SUCCESS);
    clFinish(other);
    for (cl_event each : waits) clReleaseEvent(each);
    EXPECT_EQ(release(s), CL_SUCCESS);
    clReleaseCommandQueue(other);
    clReleaseCommandQueue(own_queue);
    clReleaseContext(own_context);
    for (int i = 0; i < 2000 && !is_gone; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(is_gone);
    close(ends[1]);
}

// A signal of the same process may end a wait before the watching thread has looked at the descriptor. The driver must
// nevertheless stop watching the descriptor, because a watched descriptor retains its semaphore, which retains the
// context.
TEST_F(ExternalSemaphore, SemaphoresAreNotWatchedAfterTheLastWait) {
    static std::atomic<bool> is_gone;
    is_gone = false;
    cl_int code = 1;
    cl_context own_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    clSetContextDestructorCallback(own_context, [](cl_context, void*) { is_gone = true; }, nullptr);
    cl_command_queue waiting = clCreateCommandQueueWithProperties(own_context, device, nullptr, &code);
    cl_command_queue signaling = clCreateCommandQueueWithProperties(own_context, device, nullptr, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    const Properties properties = exported();
    for (int i = 0; i < 20; ++i) {
        cl_semaphore_khr s = create(own_context, properties.data(), &code);
        ASSERT_EQ(code, CL_SUCCESS);
        EXPECT_EQ(enqueue_wait(waiting, 1, &s, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(enqueue_signal(signaling, 1, &s, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
        clFlush(signaling);
        EXPECT_EQ(clFinish(waiting), CL_SUCCESS);
        EXPECT_EQ(release(s), CL_SUCCESS);
    }
    clFinish(signaling);
    clReleaseCommandQueue(signaling);
    clReleaseCommandQueue(waiting);
    clReleaseContext(own_context);
    for (int i = 0; i < 2000 && !is_gone; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(is_gone);
}

// After fork(), the child has a copy of the waiting command. A signal by the child must end the wait of the parent's
// command.
TEST_F(ExternalSemaphore, ChildrenTakeNoSignalsForCommandsOfTheParent) {
    cl_semaphore_khr s = semaphore(exported());
    cl_event waiting = wait(queue, {s});
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    const pid_t child = fork();
    if (child == 0) {
        cl_int code = 1;
        cl_command_queue own = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
        const bool is_good = code == CL_SUCCESS &&
                             enqueue_signal(own, 1, &s, nullptr, 0, nullptr, nullptr) == CL_SUCCESS &&
                             clFinish(own) == CL_SUCCESS;
        _exit(is_good ? 0 : 1);
    }
    finish(waiting);
    int status = 1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace lanewise::test
