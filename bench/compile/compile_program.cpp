// Compiles one program with the driver that the OpenCL loader finds, and runs each kernel of the program. The tool
// builds the program, creates the kernels, sets their arguments, and launches each kernel with one small work-group,
// since some drivers generate code only at a launch. Each program is compiled in a separate process, since drivers keep
// data from one program to the next.
//
//   compile_program FILE.cl [shared]     prints {"kernels": n, "launched": n, "cpu_ms": t, "peak_mb": m}
//
// Buffers contain zeros and scalars are 0, so that kernels run only for a short time. With `shared`, all pointer
// arguments of a kernel get the same buffer. The measured time is the CPU time that all threads of the process use
// after the device was found. Exits with 2 if the driver does not build the program.
#include <sys/resource.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "session.h"

namespace {

using bench::check;
using bench::session;

double cpu_ms() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto ms = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
    };
    return ms(usage.ru_utime) + ms(usage.ru_stime);
}

long peak_mb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

/// Sets placeholder arguments of any kind.
class Arguments {
public:
    explicit Arguments(bool is_shared) : is_shared_(is_shared) {}

    /// Sets the argument `index`. Returns false if no kind of placeholder fits the parameter.
    bool set(cl_kernel kernel, cl_uint index) {
        return set_buffer(kernel, index) || set_local(kernel, index) || set_scalar(kernel, index) ||
               set_image(kernel, index) || set_sampler(kernel, index);
    }

private:
    static constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

    static bool try_set(cl_kernel kernel, cl_uint index, std::size_t size, const void* value) {
        return clSetKernelArg(kernel, index, size, value) == CL_SUCCESS;
    }

    bool set_buffer(cl_kernel kernel, cl_uint index) {
        const std::size_t place = is_shared_ ? 0 : index;
        if (buffers_.size() <= place) buffers_.resize(place + 1);
        if (!buffers_[place]) {
            buffers_[place] = session().new_buffer(buffer_bytes);
            const cl_uint zero = 0;
            check(clEnqueueFillBuffer(session().queue(), buffers_[place], &zero, sizeof zero, 0, buffer_bytes, 0,
                                      nullptr, nullptr),
                  "clEnqueueFillBuffer");
        }
        const cl_mem handle = buffers_[place];
        return address_space(kernel, index) != CL_KERNEL_ARG_ADDRESS_LOCAL && is_pointer(kernel, index) &&
               try_set(kernel, index, sizeof handle, &handle);
    }

    static bool set_local(cl_kernel kernel, cl_uint index) {
        return address_space(kernel, index) == CL_KERNEL_ARG_ADDRESS_LOCAL && try_set(kernel, index, 4096, nullptr);
    }

    static bool set_scalar(cl_kernel kernel, cl_uint index) {
        static constexpr std::array<std::byte, 1024> zeros{};
        if (is_pointer(kernel, index)) return false;
        for (const std::size_t size : {4, 8, 16, 1, 2, 32, 64, 128})
            if (try_set(kernel, index, size, zeros.data())) return true;
        for (std::size_t size = 3; size <= zeros.size(); ++size)
            if (try_set(kernel, index, size, zeros.data())) return true;
        return false;
    }

    bool set_image(cl_kernel kernel, cl_uint index) {
        const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
        for (const cl_mem_object_type type :
             {CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D_ARRAY}) {
            cl_image_desc description{};
            description.image_type = type;
            description.image_width = description.image_height = description.image_depth = 16;
            description.image_array_size = 2;
            cl_int status = CL_SUCCESS;
            const cl_mem image =
                clCreateImage(session().context(), CL_MEM_READ_WRITE, &format, &description, nullptr, &status);
            if (status == CL_SUCCESS && try_set(kernel, index, sizeof image, &image)) return true;
        }
        return false;
    }

    static bool set_sampler(cl_kernel kernel, cl_uint index) {
        cl_int status = CL_SUCCESS;
        const cl_sampler sampler = clCreateSamplerWithProperties(session().context(), nullptr, &status);
        return status == CL_SUCCESS && try_set(kernel, index, sizeof sampler, &sampler);
    }

    static cl_kernel_arg_address_qualifier address_space(cl_kernel kernel, cl_uint index) {
        cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
        clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, nullptr);
        return space;
    }

    static bool is_pointer(cl_kernel kernel, cl_uint index) {
        std::array<char, 1024> type{};
        clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, type.size() - 1, type.data(), nullptr);
        return std::string_view(type.data()).find('*') != std::string_view::npos;
    }

    const bool is_shared_;
    std::vector<bench::Buffer> buffers_;
};

std::size_t group_size(cl_kernel kernel) {
    std::size_t required[3] = {0, 0, 0};
    clGetKernelWorkGroupInfo(kernel, session().device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required, required,
                             nullptr);
    return required[0] != 0 && required[1] <= 1 && required[2] <= 1 ? required[0] : 64;
}

bool launch(cl_kernel kernel, bool is_shared) {
    cl_uint count = 0;
    check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr), "clGetKernelInfo");
    static Arguments arguments(is_shared);
    for (cl_uint i = 0; i < count; ++i)
        if (!arguments.set(kernel, i)) return false;
    const std::size_t size = group_size(kernel);
    const cl_int status =
        clEnqueueNDRangeKernel(session().queue(), kernel, 1, nullptr, &size, &size, 0, nullptr, nullptr);
    return status == CL_SUCCESS && clFinish(session().queue()) == CL_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(
            stderr,
            "usage: compile_program FILE.cl [shared]\n"
            "Builds the file, launches each kernel once and prints the CPU time and the memory. With 'shared' all "
            "pointers of a kernel get one buffer.\n");
        return 1;
    }
    const bool is_shared = argc > 2 && std::strcmp(argv[2], "shared") == 0;
    std::ifstream file(argv[1]);
    if (!file) {
        std::fprintf(stderr, "The file '%s' cannot be read. Pass a file of OpenCL C.\n", argv[1]);
        return 1;
    }
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    constexpr std::string_view mark = "//OPTIONS ";
    std::string options = "-cl-kernel-arg-info";
    if (source.starts_with(mark)) options += " " + source.substr(mark.size(), source.find('\n') - mark.size());
    session();
    const double start = cpu_ms();
    cl_int status = CL_SUCCESS;
    const bench::Program program = session().try_build(source, options.c_str(), status);
    if (status != CL_SUCCESS) {
        std::fprintf(stderr, "'%s' does not build (error %d).\n", argv[1], status);
        return 2;
    }
    cl_uint kernels = 0, launched = 0;
    check(clCreateKernelsInProgram(program, 0, nullptr, &kernels), "clCreateKernelsInProgram");
    std::vector<cl_kernel> handles(kernels);
    check(clCreateKernelsInProgram(program, kernels, handles.data(), nullptr), "clCreateKernelsInProgram");
    for (const cl_kernel kernel : handles) launched += launch(kernel, is_shared);
    std::printf("{\"kernels\": %u, \"launched\": %u, \"cpu_ms\": %.1f, \"peak_mb\": %ld}\n", kernels, launched,
                cpu_ms() - start, peak_mb());
    return 0;
}
