// Tests C++ for OpenCL (cl_ext_cxx_for_opencl): build options, the query of the version, and constructors of program
// scope objects. Constructors run once on each device, before the first kernel.
#include <CL/cl_ext.h>

#include <atomic>
#include <string>
#include <thread>

#include "fixture.h"

namespace lanewise::test {
namespace {

class CppPrograms : public ContextTest {
protected:
    void TearDown() override {
        for (cl_program program : programs) clReleaseProgram(program);
        ContextTest::TearDown();
    }

    cl_program create(const char* text) {
        cl_int status = CL_SUCCESS;
        programs.push_back(clCreateProgramWithSource(context, 1, &text, nullptr, &status));
        EXPECT_EQ(status, CL_SUCCESS);
        return programs.back();
    }

    cl_program build(const char* text, const char* options = "-cl-std=CLC++", cl_int expected = CL_SUCCESS) {
        cl_program program = create(text);
        EXPECT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), expected) << log_of(program);
        return program;
    }

    cl_program link(const std::vector<const char*>& texts) {
        std::vector<cl_program> objects;
        for (const char* text : texts) {
            objects.push_back(create(text));
            EXPECT_EQ(clCompileProgram(objects.back(), 1, &device, "-cl-std=CLC++2021", 0, nullptr, nullptr, nullptr,
                                       nullptr),
                      CL_SUCCESS)
                << log_of(objects.back());
        }
        cl_int status = CL_SUCCESS;
        cl_program linked = clLinkProgram(context, 1, &device, "", static_cast<cl_uint>(objects.size()), objects.data(),
                                          nullptr, nullptr, &status);
        EXPECT_EQ(status, CL_SUCCESS) << log_of(linked);
        programs.push_back(linked);
        return linked;
    }

    std::string log_of(cl_program program) {
        std::string log(4096, '\0');
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
        return log.c_str();
    }

    cl_kernel kernel(cl_program program, const char* name = "k") {
        cl_int status = CL_SUCCESS;
        cl_kernel made = clCreateKernel(program, name, &status);
        EXPECT_EQ(status, CL_SUCCESS);
        return made;
    }

    /// Runs the kernel `name(global int* out)` with `items` work-items, and returns the contents of `out`. The
    /// parameter `on` is the queue.
    std::vector<cl_int> run_on(cl_command_queue on, cl_program program, std::size_t items = 1, const char* name = "k") {
        std::vector<cl_int> out(items < 16 ? 16 : items, -1);
        cl_int status = CL_SUCCESS;
        const Mem memory(
            clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, out.size() * sizeof(cl_int), out.data(), &status));
        cl_kernel made = kernel(program, name);
        cl_mem argument = memory.get();
        clSetKernelArg(made, 0, sizeof argument, &argument);
        EXPECT_EQ(clEnqueueNDRangeKernel(on, made, 1, nullptr, &items, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(
            clEnqueueReadBuffer(on, argument, CL_TRUE, 0, out.size() * sizeof(cl_int), out.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
        clReleaseKernel(made);
        return out;
    }
    std::vector<cl_int> run(cl_program program, std::size_t items = 1, const char* name = "k") {
        return run_on(queue, program, items, name);
    }

    std::vector<cl_program> programs;
};

constexpr const char* language = R"(
    namespace shapes {
        template <class T, int n> struct Row {
            T values[n];
            T& operator[](int i) { return values[i]; }
            template <class F> T fold(F combine) const { T r{}; for (auto v : values) r = combine(r, v); return r; }
        };
        class Counter {
        public:
            explicit Counter(int start) : count_(start) {}
            Counter& operator++() { ++count_; return *this; }
            int count() const { return count_; }
            static constexpr int step = 3;
        private:
            int count_;
        };
    }
    enum class Kind : char { small, large };
    constexpr int square(int x) { return x * x; }
    inline void swap(int& a, int& b) { int t = a; a = b; b = t; }
    float twice(float x) { return 2 * x; }
    int twice(int x) { return 3 * x; }
    kernel void k(global int* out) {
        int i = get_global_id(0);
        shapes::Row<int, square(2)> row = {{i, 1, 2, 3}};
        row[3] = 30;
        shapes::Counter counter{i};
        for (int n = 0; n < i % 5; ++n) ++counter;
        int a = i, b = 100;
        swap(a, b);
        Kind kind = i > 20 ? Kind::large : Kind::small;
        out[i] = row.fold([=](int x, int y) { return x + y; }) + counter.count() * shapes::Counter::step + a +
                 twice(i) + (int)twice(1.5f) + (kind == Kind::large ? 1000 : 0) + (int)sqrt((float)(i * i));
    })";

TEST_F(CppPrograms, HaveTheLanguage) {
    for (const char* version : {"-cl-std=CLC++", "-cl-std=CLC++1.0", "-cl-std=CLC++2021"}) {
        const auto out = run(build(language, version), 100);
        for (int i = 0; i < 100; ++i)
            EXPECT_EQ(out[static_cast<std::size_t>(i)],
                      i + 1 + 2 + 30 + (i + i % 5) * 3 + 100 + 3 * i + 3 + (i > 20 ? 1000 : 0) + i)
                << version;
    }
}

TEST_F(CppPrograms, TellTheirVersion) {
    // "Test with a program compiled with -cl-std=CLC++ that the value of the __OPENCL_CPP_VERSION__ macro agrees with
    // the version returned by CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT."
    cl_version version = 0;
    std::size_t size = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, sizeof version, &version, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, sizeof version);
    const char* text = R"(
        #if defined(__OPENCL_C_VERSION__) || defined(__opencl_cpp_global_destructor) || !defined(cl_khr_fp16)
        #error
        #endif
        kernel void k(global int* out) {
            out[0] = __OPENCL_CPP_VERSION__; out[1] = __CL_CPP_VERSION_1_0__; out[2] = __CL_CPP_VERSION_2021__;
        })";
    EXPECT_EQ(run(build(text, "-cl-std=CLC++"))[0],
              static_cast<cl_int>(CL_VERSION_MAJOR(version) * 100 + CL_VERSION_MINOR(version) * 10 +
                                  CL_VERSION_PATCH(version)));
    EXPECT_EQ(run(build(text, "-cl-std=CLC++1.0"))[0], 100);
    const auto newer = run(build(text, "-cl-std=CLC++2021"));
    EXPECT_EQ(std::vector<cl_int>(newer.begin(), newer.begin() + 3), (std::vector<cl_int>{202100, 100, 202100}));
}

TEST_F(CppPrograms, RefuseUnknownVersionsAndWrongPrograms) {
    // Section 5.8.6: CL_INVALID_BUILD_OPTIONS "if the build options specified by options are invalid".
    for (const char* options : {"-cl-std=CLC++3", "-cl-std=CLC", "-cl-std=clc++11"}) {
        EXPECT_EQ(clBuildProgram(create(language), 1, &device, options, nullptr, nullptr), CL_INVALID_BUILD_OPTIONS);
        EXPECT_EQ(clCompileProgram(create(language), 1, &device, options, 0, nullptr, nullptr, nullptr, nullptr),
                  CL_INVALID_COMPILER_OPTIONS);
    }
    cl_program throwing =
        build("kernel void k(global int* out) { throw 1; }", "-cl-std=CLC++", CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(log_of(throwing).find("program.cl:1:34: error:"), std::string::npos) << log_of(throwing);
    build("struct A { virtual int f() { return 1; } }; kernel void k(global int* out) { A a; *out = a.f(); }",
          "-cl-std=CLC++", CL_BUILD_PROGRAM_FAILURE);
    build("kernel void k(global int* out) { *out = new int; }", "-cl-std=CLC++", CL_BUILD_PROGRAM_FAILURE);
}

// `order` contains the numbers of the objects, in the order in which they were constructed.
constexpr const char* constructed = R"(
    global atomic_int runs;
    global int order[8];
    struct Part {
        int number, value;
        Part(int n, int v) : number(n), value(v) { order[atomic_fetch_add(&runs, 1)] = n; }
        ~Part() { value = -1; }
        int get() const { return value; }
    };
    Part first(1, 10);
    Part second(2, first.get() + 5);
    static Part parts[2] = {{3, second.get() * 2}, {4, (int)sqrt(81.0f)}};
    int computed = parts[0].value + 100;
    kernel void k(global int* out) {
        out[0] = atomic_load(&runs); out[1] = first.get(); out[2] = second.get(); out[3] = parts[0].get();
        out[4] = parts[1].get(); out[5] = computed; for (int i = 0; i < 4; ++i) out[6 + i] = order[i];
    }
    kernel void change(global int* out) { first.value += 1; out[0] = first.value; })";

const std::vector<cl_int> at_first = {4, 10, 15, 30, 9, 130, 1, 2, 3, 4};

std::vector<cl_int> ten(const std::vector<cl_int>& out) { return {out.begin(), out.begin() + 10}; }

TEST_F(CppPrograms, ConstructObjectsOnceInTheirOrder) {
    for (const char* version : {"-cl-std=CLC++", "-cl-std=CLC++2021", "-cl-std=CLC++ -cl-opt-disable"}) {
        cl_program program = build(constructed, version);
        EXPECT_EQ(run(program, 1, "change")[0], 11);
        auto expected = at_first;
        expected[1] = 11;
        EXPECT_EQ(ten(run(program)), expected) << version;
        EXPECT_EQ(run(program, 1, "change")[0], 12);
    }
}

TEST_F(CppPrograms, ConstructAnewForEachProgram) {
    cl_program first = build(constructed), second = build(constructed);
    run(first, 1, "change");
    EXPECT_EQ(ten(run(second)), at_first);
}

TEST_F(CppPrograms, HideTheKernelOfConstructors) {
    cl_program program = build(constructed);
    std::size_t count = 0;
    ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 2u);
    std::string names(100, '\0');
    ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, names.size(), names.data(), nullptr), CL_SUCCESS);
    EXPECT_STREQ(names.c_str(), "k;change");
    cl_kernel kernels[4];
    cl_uint made = 0;
    ASSERT_EQ(clCreateKernelsInProgram(program, 4, kernels, &made), CL_SUCCESS);
    ASSERT_EQ(made, 2u);
    for (cl_uint i = 0; i < made; ++i) clReleaseKernel(kernels[i]);
    for (const char* name : {"lanewise.constructors", "_GLOBAL__sub_I_program.cl"}) {
        cl_int status = CL_SUCCESS;
        EXPECT_EQ(clCreateKernel(program, name, &status), nullptr);
        EXPECT_EQ(status, CL_INVALID_KERNEL_NAME);
    }
}

TEST_F(CppPrograms, ConstructObjectsOfBinaries) {
    cl_program program = build(constructed);
    run(program, 1, "change");
    std::size_t size = 0;
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
    std::vector<unsigned char> bytes(size);
    unsigned char* data = bytes.data();
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr);
    const unsigned char* constant = data;
    cl_int status = CL_SUCCESS;
    cl_program copy = clCreateProgramWithBinary(context, 1, &device, &size, &constant, nullptr, &status);
    ASSERT_EQ(status, CL_SUCCESS);
    programs.push_back(copy);
    ASSERT_EQ(clBuildProgram(copy, 1, &device, nullptr, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(ten(run(copy)), at_first);
}

TEST_F(CppPrograms, LinkObjectsOfSeveralFiles) {
    cl_program program =
        link({"struct A { int x; A(int v) : x(v) {} ~A() {} }; extern A a; int next(); A b(a.x + next());"
              "template <class T> T twice(T x) { return 2 * x; }"
              "kernel void k(global int* out) { out[0] = a.x; out[1] = b.x; out[2] = twice(b.x); }",
              "struct A { int x; A(int v) : x(v) {} ~A() {} }; global int count; int next() { return ++count; } A "
              "a(next() + 6);"
              "template <class T> T twice(T x) { return 2 * x; } int other(int x) { return twice(x); }"});
    const auto out = run(program);
    // The objects of the first file are constructed before the objects of the second file. The first file's
    // constructors therefore find that the second file's object `a` is still 0.
    EXPECT_EQ(out[0], 8);
    EXPECT_EQ(out[1], 1);
    EXPECT_EQ(out[2], 2);
}

TEST_F(CppPrograms, ConstructOnceForManyThreads) {
    for (int round = 0; round < 20; ++round) {
        cl_program program = build(constructed);
        std::vector<cl_command_queue> queues;
        for (int i = 0; i < 6; ++i)
            queues.push_back(clCreateCommandQueueWithProperties(context, device, nullptr, nullptr));
        std::vector<std::vector<cl_int>> results(queues.size());
        std::atomic<int> ready = 0;
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < queues.size(); ++i)
            threads.emplace_back([&, i] {
                ++ready;
                while (ready < static_cast<int>(queues.size())) std::this_thread::yield();
                results[i] = ten(run_on(queues[i], program));
            });
        for (std::thread& thread : threads) thread.join();
        for (const auto& result : results) EXPECT_EQ(result, at_first);
        for (cl_command_queue made : queues) clReleaseCommandQueue(made);
    }
}

TEST_F(CppPrograms, ConstructOnEachDevice) {
    cl_uint units = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    if (units < 2) GTEST_SKIP() << "the device has one compute unit";
    const cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                                  CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id devices[2];
    ASSERT_EQ(clCreateSubDevices(device, parts, 2, devices, nullptr), CL_SUCCESS);
    clReleaseContext(context);
    context = clCreateContext(nullptr, 2, devices, nullptr, nullptr, nullptr);
    cl_program program = create(constructed);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CLC++", nullptr, nullptr), CL_SUCCESS);
    for (int round = 0; round < 2; ++round)
        for (cl_device_id part : devices) {
            cl_command_queue on = clCreateCommandQueueWithProperties(context, part, nullptr, nullptr);
            EXPECT_EQ(ten(run_on(on, program)), at_first);
            clReleaseCommandQueue(on);
        }
    for (cl_device_id part : devices) clReleaseDevice(part);
}

TEST_F(CppPrograms, FailIfAConstructorFaults) {
    cl_program program = build(R"(
        struct A { int x; A(global int* p) : x(*p) {} };
        A a((global int*)16);
        kernel void k(global int* out) { out[0] = a.x; })");
    cl_kernel made = kernel(program);
    const Mem memory = buffer(4);
    cl_mem argument = memory.get();
    clSetKernelArg(made, 0, sizeof argument, &argument);
    for (int launch = 0; launch < 2; ++launch) {
        const std::size_t one = 1;
        cl_event event = nullptr;
        ASSERT_EQ(clEnqueueNDRangeKernel(queue, made, 1, nullptr, &one, nullptr, 0, nullptr, &event), CL_SUCCESS);
        const OwnedEvent owned(event);
        EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        cl_int status = CL_SUCCESS;
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        EXPECT_EQ(status, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    }
    clReleaseKernel(made);
    EXPECT_EQ(ten(run(build(constructed))), at_first);
}

TEST_F(CppPrograms, GuardVariablesOfFunctions) {
    const auto out = run(build(R"(
        struct A { int x; A(int v) : x(v * 2) {} };
        int next(int start) { static A a(start); return ++a.x; }
        kernel void k(global int* out) { for (int i = 0; i < 4; ++i) out[i] = next(10 + i); })"));
    EXPECT_EQ(std::vector<cl_int>(out.begin(), out.begin() + 4), (std::vector<cl_int>{21, 22, 23, 24}));
}

}  // namespace
}  // namespace lanewise::test
