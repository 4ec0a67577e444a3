// Tests program scope variables (OpenCL C 3.0, section 6.7.1): initial values, pointers between variables, and values
// that variables keep from one kernel to the next. Also covers binaries, linked programs, two programs with equal
// source, and queries of sizes.
#include <string>

#include "fixture.h"

namespace lanewise::test {
namespace {

constexpr const char* source = R"(
    typedef struct { global int* where; constant char* text; short3 v; double d; } Node;
    global int counter = 5;
    int values[4] = {10, 20, 30};
    constant char letters[] = "wise";
    global Node nodes[2] = {{&values[1], letters + 1, (short3)(1, -2, 3), 0.5}, {&counter, "lane", (short3)(7), 2}};
    global int* constant fixed = values + 2;
    static global atomic_int calls = ATOMIC_VAR_INIT(100);
    const global int forever = 77;
    global uintptr_t number = 12;

    int next() { static global int last = 1000; return ++last; }

    kernel void look(global int* out) {
        out[0] = counter; out[1] = *nodes[0].where; out[2] = nodes[0].text[0]; out[3] = nodes[0].v.y;
        out[4] = nodes[0].d == 0.5 && nodes[1].d == 2.0; out[5] = *nodes[1].where; out[6] = nodes[1].text[3];
        out[7] = *fixed; out[8] = atomic_fetch_add(&calls, 1); out[9] = forever; out[10] = (int)number;
        out[11] = next(); out[12] = values[3]; out[13] = to_global((void*)&counter) != 0;
    }
    kernel void change(int by) { counter += by; nodes[0].where = &values[3]; values[3] = by; next(); }
)";

class ProgramVariables : public ContextTest {
protected:
    void TearDown() override {
        for (cl_program program : programs) clReleaseProgram(program);
        ContextTest::TearDown();
    }

    cl_program build(const char* text, cl_int expected = CL_SUCCESS) {
        cl_int status = CL_SUCCESS;
        cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
        EXPECT_EQ(status, CL_SUCCESS);
        programs.push_back(program);
        EXPECT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr), expected) << log_of(program);
        return program;
    }

    std::string log_of(cl_program program) {
        std::string log(4096, '\0');
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
        return log.c_str();
    }

    cl_kernel kernel(cl_program program, const char* name) {
        cl_int status = CL_SUCCESS;
        cl_kernel made = clCreateKernel(program, name, &status);
        EXPECT_EQ(status, CL_SUCCESS);
        return made;
    }

    void launch(cl_kernel kernel) {
        const std::size_t one = 1;
        ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
        ASSERT_EQ(clFinish(queue), CL_SUCCESS);
        clReleaseKernel(kernel);
    }

    std::vector<cl_int> look(cl_program program) {
        std::vector<cl_int> out(14);
        const Mem memory = buffer(out.size() * sizeof(cl_int), CL_MEM_USE_HOST_PTR, out.data());
        cl_kernel looking = kernel(program, "look");
        cl_mem argument = memory.get();
        clSetKernelArg(looking, 0, sizeof argument, &argument);
        launch(looking);
        return out;
    }

    void change(cl_program program, cl_int by) {
        cl_kernel changing = kernel(program, "change");
        clSetKernelArg(changing, 0, sizeof by, &by);
        launch(changing);
    }

    cl_program from_binary_of(cl_program program) {
        std::size_t size = 0;
        clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
        std::vector<unsigned char> bytes(size);
        unsigned char* data = bytes.data();
        clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr);
        const unsigned char* constant = data;
        cl_int status = CL_SUCCESS;
        cl_program copy = clCreateProgramWithBinary(context, 1, &device, &size, &constant, nullptr, &status);
        EXPECT_EQ(status, CL_SUCCESS);
        programs.push_back(copy);
        EXPECT_EQ(clBuildProgram(copy, 1, &device, nullptr, nullptr, nullptr), CL_SUCCESS);
        return copy;
    }

    std::vector<cl_program> programs;
};

const std::vector<cl_int> at_first = {5, 20, 'i', -2, 1, 5, 'e', 30, 100, 77, 12, 1001, 0, 1};

TEST_F(ProgramVariables, StartWithTheirInitialValues) { EXPECT_EQ(look(build(source)), at_first); }

TEST_F(ProgramVariables, KeepWhatKernelsWrite) {
    cl_program program = build(source);
    change(program, 3);
    look(program);
    change(program, 4);
    const std::vector<cl_int> expected = {12, 4, 'i', -2, 1, 12, 'e', 30, 101, 77, 12, 1004, 4, 1};
    EXPECT_EQ(look(program), expected);
}

TEST_F(ProgramVariables, BelongToOneProgram) {
    cl_program first = build(source), second = build(source);
    change(first, 3);
    EXPECT_EQ(look(second), at_first);
}

TEST_F(ProgramVariables, StartAnewInAProgramFromABinary) {
    cl_program program = build(source);
    change(program, 3);
    EXPECT_EQ(look(from_binary_of(program)), at_first);
}

TEST_F(ProgramVariables, AreMadeByLinkingToo) {
    const char* texts[] = {"global int shared_value = 41; global int* global_pointer(void) { return &shared_value; }",
                           "extern global int shared_value; global int* global_pointer(void);"
                           "kernel void look(global int* out) { shared_value++; out[0] = *global_pointer(); }"};
    std::vector<cl_program> objects;
    for (const char*& text : texts) {
        cl_program object = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
        programs.push_back(object);
        objects.push_back(object);
        ASSERT_EQ(clCompileProgram(object, 1, &device, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr),
                  CL_SUCCESS);
    }
    cl_int status = CL_SUCCESS;
    cl_program linked = clLinkProgram(context, 1, &device, nullptr, 2, objects.data(), nullptr, nullptr, &status);
    ASSERT_EQ(status, CL_SUCCESS);
    programs.push_back(linked);
    EXPECT_EQ(look(linked)[0], 42);
    EXPECT_EQ(look(linked)[0], 43);
    cl_program alone = clLinkProgram(context, 1, &device, nullptr, 1, &objects[1], nullptr, nullptr, &status);
    EXPECT_EQ(status, CL_LINK_PROGRAM_FAILURE);
    if (alone) programs.push_back(alone);
}

TEST_F(ProgramVariables, SizesAreTold) {
    std::size_t largest = 0, total = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof largest, &largest, nullptr),
              CL_SUCCESS);
    // Section 4.2: "The minimum value is 64 KB".
    EXPECT_GE(largest, 65536u);
    cl_program program = build("global char room[1000]; kernel void k(global char* out) { *out = room[5]; }");
    ASSERT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof total, &total,
                                    nullptr),
              CL_SUCCESS);
    EXPECT_EQ(total, 1000u);
    const std::string fits = "global char room[" + std::to_string(largest) + "]; kernel void k() { room[0] = 1; }";
    build(fits.c_str());
    const std::string larger =
        "global char room[" + std::to_string(largest + 1) + "]; kernel void k() { room[0] = 1; }";
    EXPECT_NE(log_of(build(larger.c_str(), CL_BUILD_PROGRAM_FAILURE)).find("room"), std::string::npos);
}

}  // namespace
}  // namespace lanewise::test
