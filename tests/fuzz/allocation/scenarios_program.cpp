// Scenarios with programs and kernels.
#include <array>
#include <cstring>

#include "scenarios.h"

namespace lanewise::fail_allocations {

namespace {

constexpr const char* source = R"(
global uint sum = 1;
typedef struct { uint words[64]; } Large;
kernel void scale(global uint* data, uint factor) { data[get_global_id(0)] *= factor; }
kernel void add_large(global uint* data, Large large) { data[get_global_id(0)] += large.words[get_global_id(0) % 64]; }
kernel void count(global uint* data) { data[0] = atomic_inc(&sum); }
kernel void say(global uint* data) { if (get_global_id(0) == 0) printf("%u\n", data[3]); }
kernel void mix(global uint* data) {
    uchar table[64];
    uint i = get_global_id(0), h = i * 2654435761u;
    for (int n = 0; n < 64; ++n) table[n] = (uchar)(n * 37 + (int)i);
    float x = (float)i;
    for (int n = 0; n < 10000; ++n) {
        h = (h >> 3) ^ (h << 7) ^ table[h & 63];
        x = x * 0.99f + (float)(h & 255) / 3.0f;
    }
    data[i] = as_uint(x) ^ h;
}
kernel void share(global uint* data, local uint* shared) {
    volatile uint own[1000];
    size_t l = get_local_id(0);
    own[l] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[l] = own[l] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = shared[get_local_size(0) - 1 - l];
}
)";

cl_program create_from(Caller& caller, const Basics& basics, const char* text) {
    const auto program = caller.create<cl_program>("clCreateProgramWithSource", [&](cl_int* code) {
        return cl.clCreateProgramWithSource(basics.context, 1, &text, nullptr, code);
    });
    caller.at_end("clReleaseProgram", [program] { return cl.clReleaseProgram(program); });
    return program;
}

/// Returns the program's binary. The first call builds the program, without failing allocations.
const SharedBinary& known_binary(const Basics& basics) {
    SharedBinary& shared = *shared_binary;
    if (shared.size != 0) return shared;
    const char* text = source;
    const cl_program program = cl.clCreateProgramWithSource(basics.context, 1, &text, nullptr, nullptr);
    if (cl.clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr) != CL_SUCCESS)
        fail("the known program does not build");
    std::size_t size = 0;
    cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
    unsigned char* data = shared.bytes;
    if (size > sizeof shared.bytes ||
        cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr) != CL_SUCCESS)
        fail("no binary");
    shared.size = size;
    cl.clReleaseProgram(program);
    return shared;
}

cl_program create_from_binary(Caller& caller, const Basics& basics) {
    const SharedBinary& binary = known_binary(basics);
    const unsigned char* const data = binary.bytes;
    const std::size_t size = binary.size;
    const auto program = caller.create<cl_program>("clCreateProgramWithBinary", [&](cl_int* code) {
        return cl.clCreateProgramWithBinary(basics.context, 1, &basics.device, &size,
                                            const_cast<const unsigned char**>(&data), nullptr, code);
    });
    caller.at_end("clReleaseProgram", [program] { return cl.clReleaseProgram(program); });
    caller.make("clBuildProgram",
                [&] { return cl.clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr); });
    return program;
}

cl_kernel create_kernel(Caller& caller, cl_program program, const char* name) {
    const auto kernel = caller.create<cl_kernel>("clCreateKernel",
                                                 [&](cl_int* code) { return cl.clCreateKernel(program, name, code); });
    caller.at_end("clReleaseKernel", [kernel] { return cl.clReleaseKernel(kernel); });
    return kernel;
}

/// A buffer of 256 words of 32 bits, which kernels read and write.
struct Data {
    std::array<cl_uint, 256> words{};
    cl_mem buffer = nullptr;

    Data(Caller& caller, const Basics& basics) {
        for (cl_uint i = 0; i < words.size(); ++i) words[i] = i;
        buffer = caller.create<cl_mem>("clCreateBuffer", [&](cl_int* code) {
            return cl.clCreateBuffer(basics.context, CL_MEM_USE_HOST_PTR, sizeof words, words.data(), code);
        });
        caller.at_end("clReleaseMemObject", [memory = buffer] { return cl.clReleaseMemObject(memory); });
    }
};

void set(Caller& caller, cl_kernel kernel, cl_uint index, std::size_t size, const void* value) {
    caller.make("clSetKernelArg", [&] { return cl.clSetKernelArg(kernel, index, size, value); });
}

void launch(Caller& caller, const Basics& basics, cl_kernel kernel, std::size_t global, std::size_t local) {
    caller.run("clEnqueueNDRangeKernel", [&](cl_event* event) {
        return cl.clEnqueueNDRangeKernel(basics.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, event);
    });
}

void scale_by_three(Caller& caller, const Basics& basics, cl_program program) {
    Data data(caller, basics);
    const cl_kernel kernel = create_kernel(caller, program, "scale");
    const cl_uint three = 3;
    set(caller, kernel, 0, sizeof data.buffer, &data.buffer);
    set(caller, kernel, 1, sizeof three, &three);
    launch(caller, basics, kernel, 256, 16);
    // The last work-group is smaller than the other work-groups, so the driver needs code for partial chunks.
    launch(caller, basics, kernel, 250, 7);
    for (cl_uint i = 0; i < 256; ++i)
        caller.expect(data.words[i] == i * (i < 250 ? 9 : 3), "a kernel computes something else");
    caller.end();
}

}  // namespace

void source_builds(Caller& caller) {
    const Basics basics(caller);
    const cl_program program = create_from(caller, basics, source);
    caller.make("clBuildProgram",
                [&] { return cl.clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr); });
    scale_by_three(caller, basics, program);
}

void compile_and_link(Caller& caller) {
    const Basics basics(caller);
    const cl_program part = create_from(caller, basics, "uint part(uint x) { return 3 * x; }");
    const cl_program header = create_from(caller, basics, "uint part(uint x);");
    const cl_program whole = create_from(caller, basics,
                                         "#include \"part.h\"\nkernel void scale(global uint* data, uint f) { "
                                         "data[get_global_id(0)] = part(data[get_global_id(0)]); }");
    caller.make("clCompileProgram",
                [&] { return cl.clCompileProgram(part, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr); });
    const char* name = "part.h";
    caller.make("clCompileProgram", [&] {
        return cl.clCompileProgram(whole, 0, nullptr, "-cl-std=CL3.0", 1, &header, &name, nullptr, nullptr);
    });
    cl_program linked = nullptr;
    caller.make("clLinkProgram", [&] {
        cl_int code = 1;
        const cl_program inputs[] = {part, whole};
        linked = cl.clLinkProgram(basics.context, 0, nullptr, "", 2, inputs, nullptr, nullptr, &code);
        // A failed link may return a program whose log explains the failure.
        if (code != CL_SUCCESS && linked) cl.clReleaseProgram(linked);
        return code;
    });
    caller.at_end("clReleaseProgram", [linked] { return cl.clReleaseProgram(linked); });
    scale_by_three(caller, basics, linked);
}

void binaries(Caller& caller) {
    const Basics basics(caller);
    const cl_program program = create_from_binary(caller, basics);
    std::size_t size = 0;
    caller.make("clGetProgramInfo",
                [&] { return cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr); });
    std::vector<unsigned char> binary(size);
    unsigned char* data = binary.data();
    caller.make("clGetProgramInfo",
                [&] { return cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr); });
    char names[100];
    caller.make("clGetProgramInfo",
                [&] { return cl.clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, nullptr); });
    char log[4096];
    caller.make("clGetProgramBuildInfo", [&] {
        return cl.clGetProgramBuildInfo(program, basics.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
    });
    // A program that was made from a binary can be built again.
    caller.make("clBuildProgram",
                [&] { return cl.clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr); });
    scale_by_three(caller, basics, program);
}

void kernels(Caller& caller) {
    const Basics basics(caller, CL_QUEUE_PROFILING_ENABLE);
    const cl_program program = create_from_binary(caller, basics);
    std::array<cl_kernel, 8> all{};
    cl_uint count = 0;
    caller.make("clCreateKernelsInProgram",
                [&] { return cl.clCreateKernelsInProgram(program, all.size(), all.data(), &count); });
    for (cl_uint i = 0; i < count; ++i)
        caller.at_end("clReleaseKernel", [kernel = all[i]] { return cl.clReleaseKernel(kernel); });
    Data data(caller, basics);
    cl_uint large[64] = {10, 20};
    const cl_kernel add = create_kernel(caller, program, "add_large");
    set(caller, add, 0, sizeof data.buffer, &data.buffer);
    set(caller, add, 1, sizeof large, large);
    const auto clone =
        caller.create<cl_kernel>("clCloneKernel", [&](cl_int* code) { return cl.clCloneKernel(add, code); });
    caller.at_end("clReleaseKernel", [clone] { return cl.clReleaseKernel(clone); });
    launch(caller, basics, clone, 256, 16);
    caller.expect(data.words[64] == 74 && data.words[1] == 21 && data.words[255] == 255,
                  "a kernel computes something else");
    const cl_kernel counts = create_kernel(caller, program, "count");
    set(caller, counts, 0, sizeof data.buffer, &data.buffer);
    launch(caller, basics, counts, 1, 1);
    caller.expect(data.words[0] == 1, "a program's variable holds something else");
    caller.end();
}

void printing(Caller& caller) {
    const Basics basics(caller);
    const cl_program program = create_from_binary(caller, basics);
    Data data(caller, basics);
    const cl_kernel kernel = create_kernel(caller, program, "say");
    set(caller, kernel, 0, sizeof data.buffer, &data.buffer);
    launch(caller, basics, kernel, 256, 64);
    caller.end();
}

void group_memory(Caller& caller) {
    const Basics basics(caller);
    const cl_program program = create_from_binary(caller, basics);
    Data data(caller, basics);
    const cl_kernel kernel = create_kernel(caller, program, "share");
    set(caller, kernel, 0, sizeof data.buffer, &data.buffer);
    set(caller, kernel, 1, 200'000, nullptr);
    cl.clFinish(basics.queue);
    launch(caller, basics, kernel, 256, 64);
    caller.end();
}

// Other plans are compiled while launches run. The launches must succeed even if the compilations fail.
void hot_kernels(Caller& caller) {
    const Basics basics(caller);
    const cl_program program = create_from_binary(caller, basics);
    Data data(caller, basics);
    const cl_kernel kernel = create_kernel(caller, program, "mix");
    set(caller, kernel, 0, sizeof data.buffer, &data.buffer);
    launch(caller, basics, kernel, 256, 64);
    const auto first = data.words;
    for (int again = 0; again < 40; ++again) {
        data.words.fill(0);
        launch(caller, basics, kernel, 256, 64);
        caller.expect(data.words == first, "a hot kernel computes something else");
    }
    caller.end();
}

}  // namespace lanewise::fail_allocations
