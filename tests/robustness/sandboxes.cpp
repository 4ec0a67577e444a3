// Tests processes for which some system calls, executable memory or file descriptors are forbidden. Each process must
// compute the right result, or get an error that names the forbidden resource.
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "session.h"

namespace lanewise::test {
namespace {

class Sandboxes : public testing::Test {
protected:
    void SetUp() override {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
        GTEST_SKIP() << "a sanitizer needs all of the system";
#endif
#endif
        setenv("LANEWISE_CACHE", "0", 1);
        testing::GTEST_FLAG(death_test_style) = "threadsafe";
    }
};

constexpr std::size_t number_at = offsetof(seccomp_data, nr);
constexpr std::size_t third_argument_at = offsetof(seccomp_data, args) + 2 * sizeof(__u64);
constexpr int no_filters = 77;

sock_filter statement(unsigned code, std::size_t operand) {
    return BPF_STMT(static_cast<__u16>(code), static_cast<__u32>(operand));
}
sock_filter jump(unsigned code, std::size_t operand, __u8 yes, __u8 no) {
    return BPF_JUMP(static_cast<__u16>(code), static_cast<__u32>(operand), yes, no);
}

/// Installs the filter of system calls for all threads of the process.
void install(std::vector<sock_filter> filter) {
    const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0) _exit(no_filters);
}

void forbid(long call) {
    install({statement(BPF_LD | BPF_W | BPF_ABS, number_at),
             jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::size_t>(call), 0, 1),
             statement(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)});
}

/// Forbids executable memory, as systemd's MemoryDenyWriteExecute does.
void forbid_executable_memory() {
    install({statement(BPF_LD | BPF_W | BPF_ABS, number_at), jump(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
             statement(BPF_LD | BPF_W | BPF_ABS, third_argument_at), jump(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
             statement(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES), statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)});
}

void load_driver() {
    cl_platform_id platform = nullptr;
    clGetPlatformIDs(1, &platform, nullptr);
}

// Work that needs a separate stack must still run if the switch to that stack fails.
[[noreturn]] void compute_without(long call) {
    load_driver();
    forbid(call);
    Session session;
    session.build();
    _exit(session.computes() ? 0 : 1);
}

/// Forbids sysinfo before the driver examines the machine. The driver must then read the size of memory from /proc.
[[noreturn]] void compute_without_sysinfo() {
    forbid(SYS_sysinfo);
    Session session;
    session.build();
    _exit(session.computes() ? 0 : 1);
}

[[noreturn]] void meet_no_executable_memory() {
    Session session;
    session.build();
    if (!session.computes()) _exit(1);
    forbid_executable_memory();
    cl_program program = session.make_program("kernel void other(global int* p) { *p = 1; }");
    if (clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) != CL_SUCCESS) _exit(2);
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program, "other", &code);
    std::size_t size = 0;
    if (kernel)
        code = clGetKernelWorkGroupInfo(kernel, session.device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                        sizeof size, &size, nullptr);
    if (code != CL_OUT_OF_RESOURCES) _exit(3);
    if (kernel) clReleaseKernel(kernel);
    clReleaseProgram(program);
    _exit(session.computes() ? 0 : 4);
}

// Daemons close all file descriptors, including the descriptors that libraries use.
[[noreturn]] void close_all_descriptors() {
    constexpr int first = 0, most = 1024;
    const auto close_all = [] {
        for (int descriptor = first; descriptor < most; ++descriptor) close(descriptor);
    };
    load_driver();
    close_all();
    Session session;
    close_all();
    session.build();
    if (!session.computes()) _exit(1);
    close_all();
    session.build(1);
    _exit(session.computes() ? 0 : 2);
}

const auto succeeds = [](int status) {
    return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == no_filters);
};

TEST_F(Sandboxes, WithoutSignalMasks) { EXPECT_EXIT(compute_without(SYS_rt_sigprocmask), succeeds, ""); }

TEST_F(Sandboxes, WithoutSignalHandlers) { EXPECT_EXIT(compute_without(SYS_rt_sigaction), succeeds, ""); }

TEST_F(Sandboxes, WithoutSysinfo) { EXPECT_EXIT(compute_without_sysinfo(), succeeds, ""); }

TEST_F(Sandboxes, WithoutThreads) { EXPECT_EXIT(compute_without(SYS_clone3), succeeds, ""); }

TEST_F(Sandboxes, WithoutExecutableMemory) { EXPECT_EXIT(meet_no_executable_memory(), succeeds, ""); }

TEST_F(Sandboxes, WithoutDescriptors) { EXPECT_EXIT(close_all_descriptors(), succeeds, ""); }

}  // namespace
}  // namespace lanewise::test
