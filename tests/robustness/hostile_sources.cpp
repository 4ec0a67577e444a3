// Compiles sources that are hard on the compiler. Each must build, or its build must fail with a log. No source may
// affect the process or later builds.
#include <alloca.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <string>

#include "session.h"

namespace lanewise::test {
namespace {

std::string repeat(const std::string& part, unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i) text += part;
    return text;
}

/// Results of clBuildProgram and clCreateKernel for a source, with the build's log.
struct Outcome {
    cl_int build = 1;
    cl_int kernel = 1;  // result of clCreateKernel, or of the compilation of the kernel if clCreateKernel succeeded
    std::string log;
};

Outcome outcome_of(const Session& session, const std::string& source, const char* options = "") {
    Outcome outcome;
    const char* text = source.c_str();
    cl_program program = clCreateProgramWithSource(session.context, 1, &text, nullptr, nullptr);
    outcome.build = clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
    cl_kernel kernel = clCreateKernel(program, "k", &outcome.kernel);
    std::size_t size = 0;
    if (kernel)  // this query waits until the kernel's code is made
        outcome.kernel = clGetKernelWorkGroupInfo(kernel, session.device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                                  sizeof size, &size, nullptr);
    clGetProgramBuildInfo(program, session.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    outcome.log.resize(size);
    clGetProgramBuildInfo(program, session.device, CL_PROGRAM_BUILD_LOG, size, outcome.log.data(), nullptr);
    if (kernel) clReleaseKernel(kernel);
    clReleaseProgram(program);
    return outcome;
}

std::string kernel_of(const std::string& body) { return "kernel void k(global int* p) {\n" + body + "\n}"; }

class HostileSources : public testing::Test {
protected:
    HostileSources() { setenv("LANEWISE_CACHE", "0", 1); }
};

struct Shape {
    const char* name;
    std::function<std::string()> body;
};

class DeepSources : public testing::TestWithParam<Shape> {
protected:
    DeepSources() { setenv("LANEWISE_CACHE", "0", 1); }
};

// The thread that builds has the smallest stack that the system allows.
TEST_P(DeepSources, BuildOnASmallStack) {
    struct Job {
        Session session;
        std::string source;
        Outcome outcome;
    } job;
    job.source = kernel_of(GetParam().body());
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, 16384), 0);
    pthread_t thread;
    const auto run = [](void* argument) -> void* {
        auto& [session, source, outcome] = *static_cast<Job*>(argument);
        outcome = outcome_of(session, source);
        return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, run, &job), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    EXPECT_EQ(job.outcome.build, CL_SUCCESS) << job.outcome.log.substr(0, 500);
    EXPECT_EQ(job.outcome.kernel, CL_SUCCESS) << job.outcome.log.substr(0, 500);
    job.session.build();
    EXPECT_TRUE(job.session.computes());
}

INSTANTIATE_TEST_SUITE_P(
    All, DeepSources,
    testing::Values(
        Shape{"complements", [] { return "p[0] = " + repeat("~", 5000) + "p[1];"; }},
        Shape{"parentheses", [] { return "p[0] = " + repeat("(", 3000) + "p[1]" + repeat(")", 3000) + ";"; }},
        Shape{"assignments", [] { return "int a, b; " + repeat("a = b = ", 5000) + "p[1]; p[0] = a + b;"; }},
        Shape{"commas", [] { return "int a = 1; a = (" + repeat("p[3], ", 20000) + "a); p[0] = a;"; }},
        Shape{"sums", [] { return "p[0] = " + repeat("p[3] + ", 60000) + "1;"; }},
        Shape{"blocks", [] { return repeat("{", 5000) + "p[0] = 1;" + repeat("}", 5000); }},
        Shape{"branches", [] { return repeat("if (p[0] == 1) p[1] = 2; else ", 300) + "p[0] = 3;"; }},
        Shape{"values",
              [] {  // 36,000 operations that each need the previous result
                  return "int x = p[0], s = p[x & 255]; for (int j = 0; j < p[1]; j++) { s += p[x & 255];\n" +
                         repeat("x = (x ^ 7919) * 5;\n", 18000) + "} p[0] = x + s;";
              }},
        Shape{"subscripts", [] { return "p[0] = " + repeat("p[", 2000) + "0" + repeat("]", 2000) + ";"; }}),
    [](const auto& info) { return info.param.name; });

// The thread with the small stack makes the first call of OpenCL, so that it also loads the libraries.
TEST_F(HostileSources, FirstBuildOnASmallStack) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    GTEST_SKIP() << "a sanitizer's frames are larger";
#endif
#endif
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, 16384), 0);
    bool computes = false;
    pthread_t thread;
    const auto run = [](void* argument) -> void* {
        Session session;
        const volatile std::size_t bytes = 2048;  // stack space for the program's own code
        *static_cast<volatile char*>(alloca(bytes)) = 0;
        session.build();
        *static_cast<bool*>(argument) = session.computes();
        return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, run, &computes), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    EXPECT_TRUE(computes);
}

// A build must not include a pipe, because the build would wait for a process that writes to the pipe. A build must not
// include a file in the working folder in place of OpenCL C's own header of the same name.
TEST_F(HostileSources, FilesThatAreNoHeadersAreNotIncluded) {
    char folder[] = "/tmp/lanewise-headers-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    ASSERT_EQ(chdir(folder), 0);
    ASSERT_EQ(mkfifo("pipe", 0600), 0);
    std::FILE* const header = std::fopen("opencl-c-base.h", "w");
    ASSERT_NE(header, nullptr);
    std::fputs("#error not this one\n", header);
    std::fclose(header);
    const Session session;
    for (const char* file : {"pipe", "/dev/zero", "/dev/tty"}) {
        const std::string name = "\"" + std::string(file) + "\"\n";
        const Outcome included = outcome_of(session, "#include " + name + kernel_of("p[0] = 1;"));
        EXPECT_EQ(included.build, CL_BUILD_PROGRAM_FAILURE) << file;
        EXPECT_NE(included.log.find("file not found"), std::string::npos) << included.log;
        const Outcome asked = outcome_of(
            session, "#if __has_include(" + name.substr(0, name.size() - 1) + ")\n#error\n#endif\n" + kernel_of(""));
        EXPECT_EQ(asked.kernel, CL_SUCCESS) << file << asked.log;
    }
    unlink("pipe");
    unlink("opencl-c-base.h");
    rmdir(folder);
}

// Without the front end's workarounds, Clang would loop for ever on these sources.
TEST_F(HostileSources, ScopesWhereATypeMayBegin) {
    const Session session;
    for (const char* body : {"p[0] = (::, 4);", "p[0] = (float)(::);", "p[0] = sizeof(:: x);", "struct { :: x; } y;",
                             "p[0] = __builtin_astype(1, ::);", "if (p[0]) ::x;", "for (::; p[0];) p[0] = 1;",
                             "#define JOIN(a, b) a##b\n(JOIN(:, :) 1);"}) {
        const Outcome outcome = outcome_of(session, kernel_of(body));
        EXPECT_EQ(outcome.build, CL_BUILD_PROGRAM_FAILURE) << body;
        EXPECT_NE(outcome.log.find("error: "), std::string::npos) << outcome.log;
    }
    const Outcome attribute =
        outcome_of(session, kernel_of("[[clang::opencl_unroll_hint(2)]] for (int i = 0; i < 8; ++i) p[i] = i;"));
    EXPECT_EQ(attribute.kernel, CL_SUCCESS) << attribute.log;
}

// Macros of a small source can cause thousands of errors, which would take long and fill the log.
TEST_F(HostileSources, ErrorsHaveAnEnd) {
    const Session session;
    const Outcome outcome = outcome_of(session, kernel_of(repeat("p[0] = ;\n", 2000)));
    EXPECT_EQ(outcome.build, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(outcome.log.find("too many errors"), std::string::npos) << outcome.log.substr(0, 500);
}

// The nesting is too deep for all limits of the compiler, and for the compiler's stack.
TEST_F(HostileSources, BeyondTheLimitsFailWithALog) {
    Session session;
    const Outcome brackets =
        outcome_of(session, kernel_of("p[0] = " + repeat("(0+", 200000) + "p[1]" + repeat(")", 200000) + ";"));
    EXPECT_EQ(brackets.build, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(brackets.log.find("error"), std::string::npos) << brackets.log.substr(0, 500);
    session.build();
    EXPECT_TRUE(session.computes());
}

TEST_F(HostileSources, StackOverflowOfTheCompilerFailsTheBuild) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    GTEST_SKIP() << "a sanitizer needs its own addresses";
#endif
#endif
    Session session;
    rlimit old{};
    getrlimit(RLIMIT_AS, &old);
    rlimit few = old;
    few.rlim_cur = rlim_t{1} << 30;  // 1 GiB, which must also suffice for the compiler's stack
    // The limit includes addresses that the driver has already reserved. The test therefore runs in a new process that
    // starts with the limit. In the new process, the driver reserves fewer addresses, so that enough addresses are
    // left.
    if (!getenv("LANEWISE_TEST_LIMITED")) {
        setenv("LANEWISE_TEST_LIMITED", "1", 1);
        const pid_t child = fork();
        if (child == 0) {
            setrlimit(RLIMIT_AS, &few);
            execl("/proc/self/exe", "process_tests",
                  "--gtest_filter=HostileSources.StackOverflowOfTheCompilerFailsTheBuild", nullptr);
            _exit(99);
        }
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
        return;
    }
    const Outcome deep = outcome_of(session, kernel_of("p[0] = " + repeat("~", 200000) + "p[1];"));
    EXPECT_EQ(deep.build, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(deep.log.find("nested too deeply"), std::string::npos) << deep.log.substr(0, 500);
    session.build();
    EXPECT_TRUE(session.computes());
}

TEST_F(HostileSources, InlineAssemblyIsABuildErrorWithItsPlace) {
    Session session;
    const Outcome in_kernel = outcome_of(
        session, kernel_of("int x;\n  __asm__ volatile(\"movl %1, %0\" : \"=r\"(x) : \"r\"(p[1])); p[0] = x;"));
    EXPECT_EQ(in_kernel.build, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(in_kernel.log.find("program.cl:3:11: error: "), std::string::npos) << in_kernel.log;
    EXPECT_NE(in_kernel.log.find("          ^\n"), std::string::npos) << in_kernel.log;
    const Outcome at_file_scope = outcome_of(session, "__asm__(\".globl foo\");\n" + kernel_of("p[0] = 1;"));
    EXPECT_EQ(at_file_scope.build, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(at_file_scope.log.find("program.cl:1:1: error: "), std::string::npos) << at_file_scope.log;
    const Outcome empty = outcome_of(session, kernel_of("__asm__ volatile(\"\" ::: \"memory\"); p[0] = 1;"));
    EXPECT_EQ(empty.kernel, CL_SUCCESS) << empty.log;
    session.build();
    EXPECT_TRUE(session.computes());
}

// Runs with little memory: each shortage must be reported as an error, and must not end the process.
TEST_F(HostileSources, LittleMemory) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    GTEST_SKIP() << "a sanitizer needs its own addresses";
#endif
#endif
    if (const char* child = getenv("LANEWISE_TEST_LIMITED")) {
        Session session;
        if (!session.ok()) exit(0);
        const std::string body = repeat("p[0] += (int)(sin((float)p[1]) * pow((float)p[2], 3.0f));", 100);
        for (const std::string& source : {kernel_of(body), kernel_of("p[0] = 1;")}) {
            const Outcome outcome = outcome_of(session, source);
            const bool known = outcome.kernel == CL_SUCCESS || outcome.build == CL_OUT_OF_HOST_MEMORY ||
                               outcome.kernel == CL_OUT_OF_HOST_MEMORY;
            if (!known) fprintf(stderr, "%s MB: %d %d\n", child, outcome.build, outcome.kernel);
            if (!known) exit(1);
        }
        exit(0);
    }
    for (unsigned megabytes = 120; megabytes <= 420; megabytes += 20) {
        const pid_t child = fork();
        if (child == 0) {
            rlimit limit{rlim_t{megabytes} << 20, rlim_t{megabytes} << 20};
            setrlimit(RLIMIT_AS, &limit);
            setenv("LANEWISE_TEST_LIMITED", std::to_string(megabytes).c_str(), 1);
            execl("/proc/self/exe", "process_tests", "--gtest_filter=HostileSources.LittleMemory", nullptr);
            _exit(99);
        }
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status << " with " << megabytes << " MB";
    }
}

void* page = nullptr;
volatile int faults = 0;

// A profiler's signal handler reads memory that may not be mapped, and relies on the application's fault handler. The
// driver must not treat a fault in that signal handler as a fault of the compiler.
TEST_F(HostileSources, HandlersThatInterruptTheCompilerKeepTheirFaults) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    GTEST_SKIP() << "a sanitizer takes these signals";
#endif
#endif
    Session session;
    page = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct sigaction repair = {}, profile = {}, old_repair, old_profile;
    repair.sa_sigaction = [](int, siginfo_t*, void*) {
        faults = faults + 1;
        mprotect(page, 4096, PROT_READ | PROT_WRITE);
    };
    repair.sa_flags = SA_SIGINFO;
    profile.sa_handler = [](int) {
        mprotect(page, 4096, PROT_NONE);
        *static_cast<volatile char*>(page) = 1;
    };
    for (const int flags : {SA_RESTART, SA_RESTART | SA_ONSTACK}) {
        profile.sa_flags = flags;
        faults = 0;
        sigaction(SIGSEGV, &repair, &old_repair);
        sigaction(SIGPROF, &profile, &old_profile);
        const itimerval every_millisecond{{0, 1000}, {0, 1000}}, never{};
        setitimer(ITIMER_PROF, &every_millisecond, nullptr);
        const Outcome outcome = outcome_of(session, kernel_of("p[0] = " + repeat("p[3] + ", 3000) + "1;"));
        setitimer(ITIMER_PROF, &never, nullptr);
        sigaction(SIGPROF, &old_profile, nullptr);
        struct sigaction found;
        sigaction(SIGSEGV, &old_repair, &found);
        EXPECT_EQ(found.sa_sigaction, repair.sa_sigaction);
        EXPECT_EQ(outcome.kernel, CL_SUCCESS) << outcome.log;
        EXPECT_GT(faults, 0);
    }
    session.build();
    EXPECT_TRUE(session.computes());
}

// To compile these constants, the compiler would need many times as much memory as the constants occupy.
TEST_F(HostileSources, HugeConstantsAreRefused) {
    const Session session;
    for (const char* size : {"0xffffffffu", "0x7fffffffu", "0x4000000u"}) {
        const std::string source = std::string("constant uint table[") + size + "] = {7, 12};\n" +
                                   "kernel void k(global uint* p) { p[0] = table[p[1]]; }";
        const Outcome outcome = outcome_of(session, source);
        EXPECT_EQ(outcome.kernel, CL_OUT_OF_RESOURCES) << size;
        EXPECT_NE(outcome.log.find("constant variables take"), std::string::npos) << outcome.log;
    }
}

// Without the front end's workarounds, Clang would loop for ever on these sources.
TEST_F(HostileSources, BuiltinFunctionsWhereAValueBelongs) {
    const Session session;
    for (const char* body :
         {"p[0] = as_int(rotate) + 1;", "p[0] = as_int(fmin 3);", "p[0] = __builtin_astype(clamp, int);"}) {
        const Outcome outcome = outcome_of(session, kernel_of(body));
        EXPECT_EQ(outcome.build, CL_BUILD_PROGRAM_FAILURE) << body;
        EXPECT_NE(outcome.log.find("overloaded function"), std::string::npos) << outcome.log;
    }
}

// Without the front end's workarounds, Clang would crash on these sources when it looks for a block literal.
TEST_F(HostileSources, BlocksOfAnythingButLiterals) {
    const Session session;
    const std::string enqueue = " p[0] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), b);";
    for (const std::string& body :
         {"block_t b = (block_t)8;" + enqueue, "block_t b = (block_t)p;" + enqueue, "block_t b = b;" + enqueue,
          "block_t b = (b); b();" + enqueue, "block_t b = 0;" + enqueue, std::string("((block_t)8)();"),
          std::string("p[0] = get_kernel_work_group_size((block_t)p);"),
          std::string("block_t b = __builtin_astype(p, block_t); b();")}) {
        const Outcome outcome =
            outcome_of(session, "typedef void (^block_t)(void);\n" + kernel_of(body), "-cl-std=CL3.0");
        EXPECT_EQ(outcome.build, CL_BUILD_PROGRAM_FAILURE) << body;
        EXPECT_NE(outcome.log.find("program.cl:3:"), std::string::npos) << outcome.log;
        EXPECT_NE(outcome.log.find("a block must be a block literal"), std::string::npos) << outcome.log;
    }
}

}  // namespace
}  // namespace lanewise::test
