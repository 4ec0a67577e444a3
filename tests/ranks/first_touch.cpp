// Tests which threads touch the pages of buffers first: Linux places a page on the NUMA node of the CPU that touches
// the page first. Creating a buffer must touch no page, and kernels must touch the pages from threads that are bound to
// the rank's CPUs. The last test records the thread of each page fault, so that it needs no machine with several nodes.
#include <CL/cl.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <set>
#include <thread>
#include <vector>

#include "../robustness/session.h"
#include "rank.h"

namespace lanewise::test {
namespace {

constexpr std::size_t page_bytes = 4096, buffer_bytes = std::size_t{64} << 20;

/// Returns for each page the number of its node, or a negative error number: -ENOENT if no thread has touched the page.
std::vector<int> nodes_of(const std::byte* data, std::size_t bytes) {
    std::vector<const void*> pages;
    for (std::size_t at = 0; at < bytes; at += page_bytes) pages.push_back(data + at);
    std::vector<int> nodes(pages.size(), -EFAULT);
    if (syscall(SYS_move_pages, 0, pages.size(), pages.data(), nullptr, nodes.data(), 0) != 0) nodes.clear();
    return nodes;
}

/// Returns the NUMA nodes to which `cpus` belong. On a machine that reports no nodes, all CPUs belong to node 0.
std::set<int> nodes_of(const std::vector<int>& cpus) {
    std::set<int> nodes;
    for (const int cpu : cpus) {
        const std::filesystem::path folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu);
        std::error_code ignored;
        for (std::filesystem::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
            const std::string name = at->path().filename();
            if (name.starts_with("node")) nodes.insert(std::stoi(name.substr(4)));
        }
    }
    return nodes.empty() ? std::set{0} : nodes;
}

/// A buffer without contents and a kernel that writes all of it.
class Fill {
public:
    Fill() {
        program_ = session_.make_program("kernel void fill(global uint* out) { out[get_global_id(0)] = 1; }");
        clBuildProgram(program_, 0, nullptr, "", nullptr, nullptr);
        kernel_ = clCreateKernel(program_, "fill", nullptr);
        buffer_ = clCreateBuffer(session_.context, CL_MEM_HOST_READ_ONLY, buffer_bytes, nullptr, nullptr);
        clSetKernelArg(kernel_, 0, sizeof buffer_, &buffer_);
        // Host memory is device memory, so every map of the buffer returns the same address.
        data_ = static_cast<std::byte*>(clEnqueueMapBuffer(session_.queue, buffer_, CL_TRUE, CL_MAP_READ, 0,
                                                           buffer_bytes, 0, nullptr, nullptr, nullptr));
        clEnqueueUnmapMemObject(session_.queue, buffer_, data_, 0, nullptr, nullptr);
        clFinish(session_.queue);
    }
    ~Fill() {
        clReleaseMemObject(buffer_);
        clReleaseKernel(kernel_);
        clReleaseProgram(program_);
    }
    Fill(const Fill&) = delete;
    Fill& operator=(const Fill&) = delete;

    bool run() {
        const std::size_t items = buffer_bytes / sizeof(cl_uint);
        return clEnqueueNDRangeKernel(session_.queue, kernel_, 1, nullptr, &items, nullptr, 0, nullptr, nullptr) ==
                   CL_SUCCESS &&
               clFinish(session_.queue) == CL_SUCCESS;
    }
    std::byte* data() const noexcept { return data_; }

private:
    Session session_;
    cl_program program_ = nullptr;
    cl_kernel kernel_ = nullptr;
    cl_mem buffer_ = nullptr;
    std::byte* data_ = nullptr;
};

/// Checks that a new buffer of a rank with the affinity mask `cpus` has no pages. After a kernel has written the
/// buffer, its pages must be on the nodes of these CPUs.
int check_placement(const std::vector<int>& cpus) {
    bind(0, cpus);
    Fill fill;
    if (!fill.data()) return wrong;
    const auto before = nodes_of(fill.data(), buffer_bytes);
    if (before.empty()) return skipped;
    if (!std::ranges::all_of(before, [](int node) { return node == -ENOENT; })) return wrong;
    if (!fill.run()) return wrong;
    const auto wanted = nodes_of(cpus);
    const auto after = nodes_of(fill.data(), buffer_bytes);
    return std::ranges::all_of(after, [&](int node) { return wanted.contains(node); }) ? compiled : wrong;
}

TEST(FirstTouch, PagesLieOnTheNodesOfTheRank) {
    const SharedCache cache("placement");
    const std::vector<int> all = cpus_of();
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>((all.size() + 1) / 2);
    for (const auto& cpus : {std::vector(all.begin(), middle), std::vector(all.rbegin(), all.rbegin() + 1)}) {
        const int outcome = Rank([&] { return check_placement(cpus); }).wait();
        if (outcome == skipped) GTEST_SKIP() << "this process may not ask for the placement of pages";
        EXPECT_EQ(outcome, compiled);
    }
}

/// Handles the faults of untouched pages, and records the threads that caused them.
class FaultRecorder {
public:
    FaultRecorder(std::byte* data, std::size_t bytes) {
        file_ = static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK));
        uffdio_api api{};
        api.api = UFFD_API;
        api.features = UFFD_FEATURE_THREAD_ID;
        uffdio_register range{};
        range.range = {reinterpret_cast<std::uintptr_t>(data), bytes};
        range.mode = UFFDIO_REGISTER_MODE_MISSING;
        is_ready_ = file_ >= 0 && ioctl(file_, UFFDIO_API, &api) == 0 && ioctl(file_, UFFDIO_REGISTER, &range) == 0;
        if (is_ready_) handler_ = std::thread([this] { handle(); });
    }
    ~FaultRecorder() {
        ends_ = true;
        if (handler_.joinable()) handler_.join();
        if (file_ >= 0) close(file_);
    }
    FaultRecorder(const FaultRecorder&) = delete;
    FaultRecorder& operator=(const FaultRecorder&) = delete;

    bool is_ready() const noexcept { return is_ready_; }
    /// Returns the thread of each fault; must not be called before the last fault.
    const std::vector<pid_t>& threads() const noexcept { return threads_; }

private:
    void handle() {
        while (!ends_) {
            pollfd ready{.fd = file_, .events = POLLIN, .revents = 0};
            uffd_msg message{};
            if (poll(&ready, 1, 10) <= 0 || read(file_, &message, sizeof message) != sizeof message) continue;
            if (message.event != UFFD_EVENT_PAGEFAULT) continue;
            threads_.push_back(static_cast<pid_t>(message.arg.pagefault.feat.ptid));
            uffdio_zeropage page{};
            page.range = {message.arg.pagefault.address & ~(page_bytes - 1), page_bytes};
            ioctl(file_, UFFDIO_ZEROPAGE, &page);
        }
    }

    int file_ = -1;
    bool is_ready_ = false;
    std::atomic<bool> ends_ = false;
    std::vector<pid_t> threads_;
    std::thread handler_;
};

/// Returns whether all pages are touched first by threads that may use only these CPUs.
int check_touching_threads(const std::vector<int>& cpus) {
    bind(0, cpus);
    Fill fill;
    FaultRecorder recorder(fill.data(), buffer_bytes);
    if (!recorder.is_ready()) return skipped;
    if (!fill.run()) return wrong;
    const auto& threads = recorder.threads();
    if (threads.size() < buffer_bytes / page_bytes) return wrong;
    for (const pid_t thread : std::set(threads.begin(), threads.end())) {
        const auto its_cpus = cpus_of(thread);
        if (its_cpus.empty() || !std::ranges::includes(cpus, its_cpus)) return wrong;
    }
    return compiled;
}

TEST(FirstTouch, ComesFromThreadsOfTheRank) {
    const SharedCache cache("touching-threads");
    const std::vector<int> all = cpus_of();
    for (const auto& cpus : {std::vector(all.begin(), all.begin() + 1), std::vector(all.rbegin(), all.rbegin() + 1)}) {
        const int outcome = Rank([&] { return check_touching_threads(cpus); }).wait();
        if (outcome == skipped) GTEST_SKIP() << "this process may not handle page faults";
        EXPECT_EQ(outcome, compiled);
    }
}

}  // namespace
}  // namespace lanewise::test
