// Tests builds of programs in SPIR-V: options, compilation, linking of SPIR-V programs with each other and with OpenCL
// C, and binaries.
#include "il_fixture.h"

namespace lanewise::test {
namespace {

// A module whose kernel calls a function of another program.
const IlText caller{.annotations = "OpDecorate %f LinkageAttributes \"twice\" Import\n",
                    .globals =
                        "%f_type = OpTypeFunction %uint %uint\n"
                        "%uint_21 = OpConstant %uint 21\n",
                    .functions =
                        "%f = OpFunction %uint None %f_type\n"
                        "%x = OpFunctionParameter %uint\n"
                        "OpFunctionEnd\n",
                    .body = "%y = OpFunctionCall %uint %f %uint_21\nOpStore %out %y\n"};

// A module that exports the function that `caller` imports.
const IlText callee{.annotations = "OpDecorate %f LinkageAttributes \"twice\" Export\n",
                    .globals = "%f_type = OpTypeFunction %uint %uint\n",
                    .functions =
                        "%f = OpFunction %uint None %f_type\n"
                        "%x = OpFunctionParameter %uint\n"
                        "%inside = OpLabel\n"
                        "%sum = OpIAdd %uint %x %x\n"
                        "OpReturnValue %sum\n"
                        "OpFunctionEnd\n"};

// Returns the module without its kernel, so that it can be linked with a program that has a kernel of this name.
std::vector<std::byte> without_kernel(const IlText& module) {
    std::string text = text_of(module);
    const auto entry = text.find("OpEntryPoint");
    text.erase(entry, text.find('\n', entry) - entry);
    text.erase(text.find("%k = OpFunction"));
    return assemble(text);
}

class IlBuild : public IlTest {
protected:
    cl_program_binary_type type_of(const ProgramHandle& program) {
        cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
        EXPECT_EQ(clGetProgramBuildInfo(program.get(), device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr),
                  CL_SUCCESS);
        return type;
    }

    std::vector<unsigned char> binary_of(const ProgramHandle& program) {
        std::size_t size = 0;
        EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), CL_SUCCESS);
        std::vector<unsigned char> bytes(size);
        unsigned char* data = bytes.data();
        EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof data, &data, nullptr), CL_SUCCESS);
        return bytes;
    }
    ProgramHandle from_binary(const std::vector<unsigned char>& bytes) {
        const unsigned char* data = bytes.data();
        const std::size_t size = bytes.size();
        cl_int status = CL_SUCCESS;
        ProgramHandle program(clCreateProgramWithBinary(context, 1, &device, &size, &data, nullptr, &status));
        EXPECT_EQ(status, CL_SUCCESS);
        return program;
    }
};

TEST_F(IlBuild, TakesTheOptionsThatConsumersPass) {
    for (const char* options :
         {"", "-cl-opt-disable", "-cl-fp32-correctly-rounded-divide-sqrt", "-cl-uniform-work-group-size",
          "-cl-fast-relaxed-math -cl-mad-enable -cl-denorms-are-zero", "-ze-opt-level=2 -ze-intel-128-GRF-per-thread",
          "-igc_opts 'PartitionUnit=1,SubroutineThreshold=50000'", "-cl-std=CL2.0 -D X=1 -I /tmp -g -w -Werror"}) {
        const ProgramHandle program = from_il(IlText{});
        EXPECT_EQ(build(program, options), CL_SUCCESS) << options << log_of(program);
        EXPECT_EQ(result_of(program), 1u) << options;
        char returned[128] = {};
        clGetProgramBuildInfo(program.get(), device, CL_PROGRAM_BUILD_OPTIONS, sizeof returned, returned, nullptr);
        EXPECT_STREQ(returned, options);
    }
}

TEST_F(IlBuild, RefusesOtherOptionsWithALog) {
    const ProgramHandle program = from_il(IlText{});
    for (const char* options : {"-vc-codegen", "-no-such-option", "-igc_opts"}) {
        EXPECT_EQ(build(program, options), CL_INVALID_BUILD_OPTIONS) << options;
        EXPECT_NE(log_of(program).find(options), std::string::npos) << log_of(program);
        EXPECT_EQ(compile(program, options), CL_INVALID_COMPILER_OPTIONS) << options;
    }
}

TEST_F(IlBuild, UniformWorkGroupsAreAnOption) {
    const std::size_t global = 10, local = 4;
    for (const bool is_uniform : {false, true}) {
        const ProgramHandle program = from_il(IlText{});
        ASSERT_EQ(build(program, is_uniform ? "-cl-uniform-work-group-size" : ""), CL_SUCCESS);
        const KernelHandle kernel = kernel_of(program);
        const Mem out = buffer(64);
        cl_mem handle = out.get();
        clSetKernelArg(kernel.get(), 0, sizeof handle, &handle);
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &global, &local, 0, nullptr, nullptr),
                  is_uniform ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS);
    }
}

TEST_F(IlBuild, IsNotBuiltAnewUnderItsKernels) {
    const ProgramHandle program = from_il(IlText{});
    ASSERT_EQ(build(program), CL_SUCCESS);
    KernelHandle kernel = kernel_of(program);
    EXPECT_EQ(build(program), CL_INVALID_OPERATION);
    kernel.reset();
    EXPECT_EQ(build(program), CL_SUCCESS);
}

TEST_F(IlBuild, TheCallbackIsCalledOnce) {
    int calls = 0;
    const auto notify = [](cl_program, void* data) { ++*static_cast<int*>(data); };
    const ProgramHandle program = from_il(IlText{});
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", notify, &calls), CL_SUCCESS);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(clCompileProgram(program.get(), 0, nullptr, "", 0, nullptr, nullptr, notify, &calls), CL_SUCCESS);
    EXPECT_EQ(calls, 2);
}

// "If program was created using clCreateProgramWithIL, then num_input_headers, input_headers, and header_include_names
// are ignored."
TEST_F(IlBuild, CompilationsIgnoreHeaders) {
    const ProgramHandle program = from_il(IlText{});
    EXPECT_EQ(clCompileProgram(program.get(), 0, nullptr, "", 5, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(type_of(program), static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
}

TEST_F(IlBuild, UnresolvedImportsFailAtTheLink) {
    const ProgramHandle program = from_il(caller);
    EXPECT_EQ(compile(program), CL_SUCCESS) << log_of(program);
    EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(log_of(program).find("twice"), std::string::npos) << log_of(program);
    ASSERT_EQ(compile(program), CL_SUCCESS);
    cl_int status = CL_SUCCESS;
    const ProgramHandle linked = link({program.get()}, status);
    EXPECT_EQ(status, CL_LINK_PROGRAM_FAILURE);
    EXPECT_NE(log_of(linked).find("twice"), std::string::npos) << log_of(linked);
}

TEST_F(IlBuild, ModulesLinkWithModules) {
    const ProgramHandle first = from_il(caller), second = from_il(without_kernel(callee));
    ASSERT_EQ(compile(first), CL_SUCCESS) << log_of(first);
    ASSERT_EQ(compile(second), CL_SUCCESS) << log_of(second);
    for (const auto& order : {std::vector{first.get(), second.get()}, std::vector{second.get(), first.get()}}) {
        cl_int status = CL_SUCCESS;
        const ProgramHandle linked = link(order, status);
        ASSERT_EQ(status, CL_SUCCESS) << log_of(linked);
        EXPECT_EQ(type_of(linked), static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
        EXPECT_EQ(result_of(linked), 42u);
    }
}

TEST_F(IlBuild, ModulesCallOpenClC) {
    const ProgramHandle first = from_il(caller), second = from_source("uint twice(uint x) { return x + x; }");
    ASSERT_EQ(compile(first), CL_SUCCESS);
    ASSERT_EQ(compile(second), CL_SUCCESS);
    cl_int status = CL_SUCCESS;
    const ProgramHandle linked = link({first.get(), second.get()}, status);
    ASSERT_EQ(status, CL_SUCCESS) << log_of(linked);
    EXPECT_EQ(result_of(linked), 42u);
}

TEST_F(IlBuild, OpenClCCallsModules) {
    const ProgramHandle first =
        from_source("uint twice(uint x);\nkernel void k(global uint* out) { out[0] = twice(21); }");
    const ProgramHandle second = from_il(without_kernel(callee));
    ASSERT_EQ(compile(first), CL_SUCCESS);
    ASSERT_EQ(compile(second), CL_SUCCESS);
    cl_int status = CL_SUCCESS;
    const ProgramHandle linked = link({first.get(), second.get()}, status);
    ASSERT_EQ(status, CL_SUCCESS) << log_of(linked);
    EXPECT_EQ(result_of(linked), 42u);
}

TEST_F(IlBuild, ModulesMakeLibraries) {
    const ProgramHandle first = from_il(caller), second = from_il(without_kernel(callee));
    ASSERT_EQ(compile(first), CL_SUCCESS);
    ASSERT_EQ(compile(second), CL_SUCCESS);
    cl_int status = CL_SUCCESS;
    const ProgramHandle library = link({second.get()}, status, "-create-library");
    ASSERT_EQ(status, CL_SUCCESS) << log_of(library);
    EXPECT_EQ(type_of(library), static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_LIBRARY));
    const ProgramHandle linked = link({first.get(), library.get()}, status, "-ze-opt-level=2");
    ASSERT_EQ(status, CL_SUCCESS) << log_of(linked);
    EXPECT_EQ(result_of(linked), 42u);
    link({first.get(), library.get()}, status, "-vc-codegen");
    EXPECT_EQ(status, CL_INVALID_LINKER_OPTIONS);
}

TEST_F(IlBuild, BinariesGoRoundTrip) {
    const ProgramHandle original = from_il({.annotations = "OpDecorate %c SpecId 7\n",
                                            .globals = "%c = OpSpecConstant %uint 3\n",
                                            .body = "OpStore %out %c\n"});
    ASSERT_EQ(set_constant(original, 7, std::uint32_t{12}), CL_SUCCESS);
    ASSERT_EQ(build(original, "-ze-opt-level=2"), CL_SUCCESS);
    const ProgramHandle loaded = from_binary(binary_of(original));
    ASSERT_EQ(build(loaded, "-ze-opt-level=2"), CL_SUCCESS);
    EXPECT_EQ(result_of(loaded), 12u);
    EXPECT_EQ(set_constant(loaded, 7, std::uint32_t{12}), CL_INVALID_PROGRAM);
    EXPECT_EQ(compile(loaded), CL_INVALID_OPERATION);
    std::size_t size = 77;
    EXPECT_EQ(clGetProgramInfo(loaded.get(), CL_PROGRAM_IL, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, 0u);
}

TEST_F(IlBuild, ObjectsGoRoundTrip) {
    const ProgramHandle first = from_il(caller), second = from_il(without_kernel(callee));
    ASSERT_EQ(compile(first), CL_SUCCESS);
    ASSERT_EQ(compile(second), CL_SUCCESS);
    const ProgramHandle object = from_binary(binary_of(second));
    cl_int status = CL_SUCCESS;
    const ProgramHandle linked = link({first.get(), object.get()}, status);
    ASSERT_EQ(status, CL_SUCCESS) << log_of(linked);
    EXPECT_EQ(result_of(linked), 42u);
}

// OpAbortKHR ends the launch as a fault of the kernel does, and later launches run.
TEST_F(IlBuild, AnAbortFailsTheCommand) {
    const ProgramHandle program =
        from_il({.annotations = "OpExtension \"SPV_KHR_abort\"\n",
                 .body = "OpStore %out %uint_1\nOpAbortKHR %uint %uint_0\n%rest = OpLabel\n"});
    ASSERT_EQ(build(program), CL_SUCCESS) << log_of(program);
    const KernelHandle kernel = kernel_of(program);
    const Mem out = buffer(4);
    cl_mem handle = out.get();
    const std::size_t one = 1;
    cl_event event = nullptr;
    EXPECT_EQ(clSetKernelArg(kernel.get(), 0, sizeof handle, &handle), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr, &event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    cl_int status = CL_COMPLETE;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr), CL_SUCCESS);
    EXPECT_EQ(status, CL_OUT_OF_RESOURCES);
    clReleaseEvent(event);
    const ProgramHandle other = from_il(IlText{});
    ASSERT_EQ(build(other), CL_SUCCESS);
    EXPECT_EQ(result_of(other), 1u);
}

}  // namespace
}  // namespace lanewise::test
