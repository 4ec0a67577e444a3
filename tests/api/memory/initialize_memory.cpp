// Tests cl_khr_initialize_memory: kernels of a context with CL_CONTEXT_MEMORY_INITIALIZE_KHR find local and private
// memory filled with zeros, although other kernels have left values there.
#include <string>

#include "fixture.h"
#include "runtime/object/new_cl_names.h"

namespace lanewise::test {
namespace {

constexpr cl_context_properties both =
    CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;

// Each work-item writes 1 if it has seen a value other than 0 in memory that no work-item of its group has written.
// Each work-group leaves other values in the memory, which later groups must not see.
constexpr const char* kernels = R"(
    typedef struct { int a; float4 b; char c[40]; } Record;
    int seen(const int* values, int count) { int all = 0; for (int i = 0; i < count; ++i) all |= values[i]; return all; }
    kernel void locals(global int* out, local int* given, int count) {
        local int own[500]; local Record record;
        const int me = get_local_id(0), n = get_local_size(0);
        int all = record.a | record.c[me % 40] | (record.b.z != 0);
        for (int i = me; i < 500; i += n) all |= own[i];
        for (int i = me; i < count; i += n) all |= given[i];
        out[get_global_id(0)] = all != 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = me; i < 500; i += n) own[i] = -1;
        for (int i = me; i < count; i += n) given[i] = -1;
        if (me == 0) { record.a = 5; record.b = 7; for (int i = 0; i < 40; ++i) record.c[i] = 3; }
    }
    kernel void privates(global int* out, local int* given, int count) {
        int me = get_global_id(0);
        int values[60]; Record record; int x; float4 v;
        if (me < 0) x = 5;
        int all = x | values[me % 60] | seen(values, 60) | record.a | record.c[me % 40] | (v.y != 0);
        for (int round = 0; round < 3; ++round) {
            int again[20];
            if (round == 0) all |= again[me % 20];
            for (int i = 0; i < 20; ++i) again[i] = me + i + 1;
            out[me] = again[me % 20];
        }
        out[me] = all != 0;
        for (int i = 0; i < 60; ++i) values[i] = me + 77;
        if (seen(values, 60) == 0) out[me] = 2;
    }
    kernel void dirty(global int* out, local int* given, int count) {
        volatile int values[900]; local int own[3000];
        for (int i = 0; i < 900; ++i) values[i] = -1;
        for (int i = get_local_id(0); i < 3000; i += get_local_size(0)) own[i] = -1;
        for (int i = get_local_id(0); i < count; i += get_local_size(0)) given[i] = -1;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = own[get_local_id(0)] + values[get_global_id(0) % 900] + given[0];
    })";

class InitializeMemory : public ContextTest {
protected:
    static constexpr std::size_t items = 240, local = 40;

    void TearDown() override {
        for (cl_program program : programs) clReleaseProgram(program);
        for (cl_command_queue made : queues) clReleaseCommandQueue(made);
        for (cl_context made : contexts) clReleaseContext(made);
        ContextTest::TearDown();
    }

    cl_context zeroing(cl_context_properties zeroed) {
        const cl_context_properties properties[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, zeroed, 0};
        cl_int status = CL_SUCCESS;
        contexts.push_back(clCreateContext(properties, 1, &device, nullptr, nullptr, &status));
        EXPECT_EQ(status, CL_SUCCESS);
        queues.push_back(clCreateCommandQueueWithProperties(contexts.back(), device, nullptr, &status));
        EXPECT_EQ(status, CL_SUCCESS);
        return contexts.back();
    }

    cl_program build(cl_context in, const char* options = "-cl-std=CL3.0", const char* text = kernels) {
        programs.push_back(clCreateProgramWithSource(in, 1, &text, nullptr, nullptr));
        EXPECT_EQ(clBuildProgram(programs.back(), 1, &device, options, nullptr, nullptr), CL_SUCCESS);
        return programs.back();
    }

    /// Runs a kernel of `program`, and returns the values that its work-items have written.
    std::vector<cl_int> run(cl_program program, const char* name, cl_command_queue on) {
        cl_context owner = nullptr;
        clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof owner, static_cast<void*>(&owner), nullptr);
        const Mem out = buffer(items * sizeof(cl_int), CL_MEM_READ_WRITE, nullptr, owner);
        cl_int status = CL_SUCCESS;
        cl_kernel kernel = clCreateKernel(program, name, &status);
        EXPECT_EQ(status, CL_SUCCESS) << name;
        cl_mem argument = out.get();
        const cl_int count = 700;
        clSetKernelArg(kernel, 0, sizeof argument, static_cast<const void*>(&argument));
        clSetKernelArg(kernel, 1, count * sizeof(cl_int), nullptr);
        clSetKernelArg(kernel, 2, sizeof count, &count);
        EXPECT_EQ(clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr), CL_SUCCESS);
        std::vector<cl_int> result(items, -5);
        EXPECT_EQ(
            clEnqueueReadBuffer(on, argument, CL_TRUE, 0, items * sizeof(cl_int), result.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
        clReleaseKernel(kernel);
        return result;
    }

    /// Fills the memory of the device's threads with values other than 0, and then expects that a kernel sees only
    /// zeros.
    void expect_zeros(cl_program program, const char* name) {
        for (int round = 0; round < 3; ++round) {
            run(dirty_, "dirty", queue);
            EXPECT_EQ(run(program, name, queues.back()), std::vector<cl_int>(items, 0)) << name;
        }
    }

    void SetUp() override {
        ContextTest::SetUp();
        dirty_ = build(context);
    }

    cl_program dirty_ = nullptr;
    std::vector<cl_program> programs;
    std::vector<cl_command_queue> queues;
    std::vector<cl_context> contexts;
};

TEST_F(InitializeMemory, FillsLocalMemory) {
    cl_context zeroed = zeroing(CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR);
    for (const char* options : {"", "-cl-std=CL3.0", "-cl-opt-disable"}) expect_zeros(build(zeroed, options), "locals");
}

TEST_F(InitializeMemory, FillsPrivateMemory) {
    cl_context zeroed = zeroing(CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR);
    for (const char* options : {"", "-cl-std=CL3.0", "-cl-opt-disable"})
        expect_zeros(build(zeroed, options), "privates");
}

TEST_F(InitializeMemory, FillsBothForLinkedPrograms) {
    cl_context zeroed = zeroing(both);
    programs.push_back(clCreateProgramWithSource(zeroed, 1, const_cast<const char**>(&kernels), nullptr, nullptr));
    cl_program object = programs.back();
    ASSERT_EQ(clCompileProgram(object, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    cl_int status = CL_SUCCESS;
    programs.push_back(clLinkProgram(zeroed, 1, &device, "", 1, &object, nullptr, nullptr, &status));
    ASSERT_EQ(status, CL_SUCCESS);
    expect_zeros(programs.back(), "locals");
    expect_zeros(programs.back(), "privates");
}

// A binary may come from a context that does not fill memory with zeros. In a context that fills memory, the kernels of
// this binary must find zeros, too.
TEST_F(InitializeMemory, FillsBothForBinariesOfOtherContexts) {
    std::size_t size = 0;
    clGetProgramInfo(dirty_, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
    std::vector<unsigned char> bytes(size);
    unsigned char* data = bytes.data();
    clGetProgramInfo(dirty_, CL_PROGRAM_BINARIES, sizeof data, static_cast<void*>(&data), nullptr);
    const unsigned char* constant = data;
    cl_context zeroed = zeroing(both);
    cl_int status = CL_SUCCESS;
    programs.push_back(clCreateProgramWithBinary(zeroed, 1, &device, &size, &constant, nullptr, &status));
    ASSERT_EQ(status, CL_SUCCESS);
    ASSERT_EQ(clBuildProgram(programs.back(), 1, &device, "", nullptr, nullptr), CL_SUCCESS);
    expect_zeros(programs.back(), "locals");
    expect_zeros(programs.back(), "privates");
}

TEST_F(InitializeMemory, FillsLocalMemoryOfChildren) {
    cl_context zeroed = zeroing(both);
    const cl_queue_properties on_device[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        0};
    cl_int status = CL_SUCCESS;
    cl_command_queue children = clCreateCommandQueueWithProperties(zeroed, device, on_device, &status);
    ASSERT_EQ(status, CL_SUCCESS);
    cl_program program = build(zeroed, "-cl-std=CL3.0", R"(
        kernel void parents(global int* out, local int* given, int count) {
            int me = get_global_id(0);
            out[me] = -1;
            enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(4, 4), ^(local void* bytes) {
                local int* words = (local int*)bytes;
                int all = 0;
                for (int i = get_local_id(0); i < 50; i += 4) { all |= words[i]; words[i] = -1; }
                if (get_local_id(0) == 0) out[me] = all != 0; }, 200);
        })");
    expect_zeros(program, "parents");
    clReleaseCommandQueue(children);
}

TEST_F(InitializeMemory, HidesItsBuildOptions) {
    cl_program program = build(zeroing(both), "-cl-mad-enable");
    char options[100] = {};
    ASSERT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof options, options, nullptr),
              CL_SUCCESS);
    EXPECT_STREQ(options, "-cl-mad-enable");
}

TEST_F(InitializeMemory, ChecksTheProperty) {
    // Section 4.4: CL_INVALID_PROPERTY "if the value specified for a supported property name is not valid, or if the
    // same property name is specified more than once".
    const auto platform_value = reinterpret_cast<cl_context_properties>(platform);
    const cl_context_properties large[] = {CL_CONTEXT_PLATFORM, platform_value, CL_CONTEXT_MEMORY_INITIALIZE_KHR, 4, 0};
    const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM,
                                           platform_value,
                                           CL_CONTEXT_MEMORY_INITIALIZE_KHR,
                                           1,
                                           CL_CONTEXT_MEMORY_INITIALIZE_KHR,
                                           1,
                                           0};
    for (const cl_context_properties* wrong : {large, twice}) {
        cl_int status = CL_SUCCESS;
        EXPECT_EQ(clCreateContext(wrong, 1, &device, nullptr, nullptr, &status), nullptr);
        EXPECT_EQ(status, CL_INVALID_PROPERTY);
        EXPECT_EQ(clCreateContextFromType(wrong, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &status), nullptr);
        EXPECT_EQ(status, CL_INVALID_PROPERTY);
    }
    for (cl_context_properties value = 0; value < 4; ++value) {
        const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platform_value,
                                                    CL_CONTEXT_MEMORY_INITIALIZE_KHR, value, 0};
        cl_int status = CL_SUCCESS;
        cl_context made = clCreateContextFromType(properties, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &status);
        ASSERT_EQ(status, CL_SUCCESS);
        cl_context_properties told[5] = {};
        EXPECT_EQ(clGetContextInfo(made, CL_CONTEXT_PROPERTIES, sizeof told, told, nullptr), CL_SUCCESS);
        EXPECT_EQ(told[2], CL_CONTEXT_MEMORY_INITIALIZE_KHR);
        EXPECT_EQ(told[3], value);
        clReleaseContext(made);
    }
}

}  // namespace
}  // namespace lanewise::test
