// Runs one kernel of an OpenCL C file on the first device of the first platform, and prints the contents of the first
// buffer.
//
// usage: run_kernel_file FILE KERNEL GLOBAL LOCAL OPTIONS BUFFER...
//   GLOBAL, LOCAL  sizes, "64,2,1"
//   OPTIONS        build options, "" for none
//   BUFFER         TYPE*COUNT=START or TYPE*COUNT=START+STEP or START-STEP, the kernel's arguments in their order;
//                  TYPE is u32 or u64; element i starts as START + i * STEP (STEP is 0 if omitted)
//
// Exit codes: 0 ran; 2 bad arguments; 3 the program does not build (its log is on stderr); 4 another call failed.
#include <CL/cl.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

enum ExitCode { bad_arguments = 2, build_failed = 3, call_failed = 4 };

[[noreturn]] void fail(ExitCode code, const std::string& text) {
    std::fprintf(stderr, "%s\n", text.c_str());
    std::exit(code);
}

void check(cl_int status, const char* call) {
    if (status != CL_SUCCESS) fail(call_failed, std::string(call) + " gives " + std::to_string(status));
}

struct Buffer {
    size_t element_size;
    std::vector<unsigned char> bytes;
    cl_mem memory = nullptr;
};

std::vector<size_t> parse_sizes(const char* text) {
    std::vector<size_t> sizes;
    std::stringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) sizes.push_back(std::strtoull(part.c_str(), nullptr, 10));
    if (sizes.empty() || sizes.size() > 3) fail(bad_arguments, std::string("not one to three sizes: ") + text);
    return sizes;
}

Buffer parse_buffer(const char* text) {
    unsigned bits = 0;
    uint64_t count = 0;
    uint64_t start = 0;
    int64_t step = 0;
    const int fields = std::sscanf(text, "u%u*%" SCNu64 "=%" SCNu64 "%" SCNd64, &bits, &count, &start, &step);
    if (fields < 3 || (bits != 32 && bits != 64) || count == 0)
        fail(bad_arguments, std::string("not a buffer: ") + text);
    Buffer buffer{bits / 8, std::vector<unsigned char>(count * (bits / 8))};
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t value = start + i * static_cast<uint64_t>(step);
        std::memcpy(&buffer.bytes[i * buffer.element_size], &value, buffer.element_size);
    }
    return buffer;
}

std::string read_file(const char* path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) fail(bad_arguments, std::string("cannot be read: ") + path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

cl_program build(cl_context context, cl_device_id device, const std::string& source, const char* options) {
    cl_int status = CL_SUCCESS;
    const char* text = source.c_str();
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device, options, nullptr, nullptr) == CL_SUCCESS) return program;
    size_t size = 0;
    check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size), "clGetProgramBuildInfo");
    std::string log(size, '\0');
    check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr),
          "clGetProgramBuildInfo");
    fail(build_failed, log.c_str());
}

void set_arguments(cl_context context, cl_kernel kernel, std::vector<Buffer>& buffers) {
    for (cl_uint i = 0; i < buffers.size(); ++i) {
        Buffer& buffer = buffers[i];
        cl_int status = CL_SUCCESS;
        buffer.memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, buffer.bytes.size(),
                                       buffer.bytes.data(), &status);
        check(status, "clCreateBuffer");
        check(clSetKernelArg(kernel, i, sizeof buffer.memory, &buffer.memory), "clSetKernelArg");
    }
}

void print(const Buffer& buffer) {
    for (size_t at = 0; at < buffer.bytes.size(); at += buffer.element_size) {
        uint64_t value = 0;
        std::memcpy(&value, &buffer.bytes[at], buffer.element_size);
        std::printf("%" PRIx64 "\n", value);
    }
}

void run(char** arguments, std::vector<Buffer>& buffers) {
    const std::vector<size_t> global = parse_sizes(arguments[2]);
    const std::vector<size_t> local = parse_sizes(arguments[3]);
    if (global.size() != local.size()) fail(bad_arguments, "global and local size differ in their dimensions");
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    cl_int status = CL_SUCCESS;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    check(status, "clCreateCommandQueueWithProperties");
    cl_program program = build(context, device, read_file(arguments[0]), arguments[4]);
    cl_kernel kernel = clCreateKernel(program, arguments[1], &status);
    check(status, "clCreateKernel");
    set_arguments(context, kernel, buffers);
    check(clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()), nullptr, global.data(),
                                 local.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    Buffer& first = buffers.front();
    check(clEnqueueReadBuffer(queue, first.memory, CL_TRUE, 0, first.bytes.size(), first.bytes.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
    print(first);
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 7) fail(bad_arguments, "usage: run_kernel_file FILE KERNEL GLOBAL LOCAL OPTIONS BUFFER...");
    std::vector<Buffer> buffers;
    for (int i = 6; i < count; ++i) buffers.push_back(parse_buffer(arguments[i]));
    run(arguments + 1, buffers);
    // Does not release the objects, because other tests cover releases. Skips exit handlers: the exit handlers of some
    // drivers crash, which would hide the success of the kernel.
    std::fflush(stdout);
    std::_Exit(0);
}
