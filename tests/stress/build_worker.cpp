#include "build_worker.h"

#include <algorithm>
#include <initializer_list>
#include <string>

namespace lanewise::stress {
namespace {

constexpr const char* source = R"(
kernel void k(global uint* out) {
    out[0] = VALUE + 1;
    out[1] = VALUE + 2 + (get_global_id(0) > 0x90000000ul);
    out[2] = VALUE + 3;
}
)";

void expect_one_of(const char* what, cl_int got, std::initializer_list<cl_int> allowed) {
    if (std::ranges::find(allowed, got) == allowed.end()) fail(what, got, CL_SUCCESS);
}

Program make_source(const Setup& setup) {
    return make<Program>("clCreateProgramWithSource", [&](cl_int* code) {
        const char* text = source;
        return clCreateProgramWithSource(setup.context.get(), 1, &text, nullptr, code);
    });
}

Program make_object_binary(const Setup& setup) {
    const Program program = make_source(setup);
    expect("clCompileProgram",
           clCompileProgram(program.get(), 0, nullptr, "-DVALUE=1000", 0, nullptr, nullptr, nullptr, nullptr),
           CL_SUCCESS);
    std::size_t size = 0;
    clGetProgramInfo(program.get(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
    std::vector<unsigned char> bytes(size);
    unsigned char* data = bytes.data();
    clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof data, &data, nullptr);
    return make<Program>("clCreateProgramWithBinary", [&](cl_int* code) {
        const unsigned char* binary = data;
        return clCreateProgramWithBinary(setup.context.get(), 1, &setup.device, &size, &binary, nullptr, code);
    });
}

}  // namespace

SharedPrograms make_programs(const Setup& setup) {
    SharedPrograms programs;
    for (int i = 0; i < 3; ++i) programs.sources.push_back(make_source(setup));
    for (int i = 0; i < 2; ++i) programs.binaries.push_back(make_object_binary(setup));
    return programs;
}

void BuildWorker::build(cl_program program) {
    const unsigned kind = random_() % 6;
    const std::string options = kind == 0   ? "-no-such-option"
                                : kind == 1 ? "-DVALUE=nothing"
                                            : "-DVALUE=" + std::to_string(1000 * (1 + random_() % 50));
    expect_one_of("clBuildProgram", clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr),
                  {CL_SUCCESS, CL_INVALID_OPERATION, CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE});
}

void BuildWorker::compile() {
    const char* const options[] = {"-DVALUE=1000", "-DVALUE=nothing", "-no-such-option", "-DVALUE=2000"};
    expect_one_of("clCompileProgram",
                  clCompileProgram(any(programs_.sources), 0, nullptr, options[random_() % 4], 0, nullptr, nullptr,
                                   nullptr, nullptr),
                  {CL_SUCCESS, CL_INVALID_OPERATION, CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE});
}

void BuildWorker::link() {
    cl_program input = any(random_() % 2 == 0 ? programs_.sources : programs_.binaries);
    cl_int code = 1;
    const Program linked(clLinkProgram(setup_.context.get(), 0, nullptr, "", 1, &input, nullptr, nullptr, &code));
    expect_one_of("clLinkProgram", code, {CL_SUCCESS, CL_INVALID_OPERATION});
    if (code == CL_SUCCESS) run_kernel(linked.get());
}

void BuildWorker::query(cl_program program) {
    std::size_t size = 0;
    expect("clGetProgramBuildInfo",
           clGetProgramBuildInfo(program, setup_.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size), CL_SUCCESS);
    expect_one_of("clGetProgramInfo", clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size),
                  {CL_SUCCESS, CL_INVALID_PROGRAM_EXECUTABLE});
}

void BuildWorker::run_kernel(cl_program program) {
    cl_int code = 1;
    const Kernel kernel(clCreateKernel(program, "k", &code));
    expect_one_of("clCreateKernel", code, {CL_SUCCESS, CL_INVALID_PROGRAM_EXECUTABLE});
    if (!kernel) return;
    cl_uint results[3] = {};
    const Buffer out = make<Buffer>("clCreateBuffer", [&](cl_int* status) {
        return clCreateBuffer(setup_.context.get(), CL_MEM_READ_WRITE, sizeof results, nullptr, status);
    });
    const cl_mem object = out.get();
    clSetKernelArg(kernel.get(), 0, sizeof object, &object);
    const std::size_t offset = random_() % 2 == 0 ? 0 : std::size_t{1} << 32, one = 1;
    expect("clEnqueueNDRangeKernel",
           clEnqueueNDRangeKernel(queue_, kernel.get(), 1, &offset, &one, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    expect("clFinish", clFinish(queue_), CL_SUCCESS);  // the read must follow the kernel, even in an out-of-order queue
    expect("clEnqueueReadBuffer",
           clEnqueueReadBuffer(queue_, object, CL_TRUE, 0, sizeof results, results, 0, nullptr, nullptr), CL_SUCCESS);
    const cl_uint value = results[0] / 1000 * 1000;
    expect("a kernel's first value", results[0], value + 1);
    expect("a kernel's second value", results[1], value + 2 + (offset != 0));
    expect("a kernel's third value", results[2], value + 3);
}

void BuildWorker::step() {
    cl_program program = any(random_() % 3 == 0 ? programs_.binaries : programs_.sources);
    switch (random_() % 6) {
        case 0:
        case 1: return build(program);
        case 2: return compile();
        case 3: return link();
        case 4: return query(program);
        default: return run_kernel(program);
    }
}

}  // namespace lanewise::stress
