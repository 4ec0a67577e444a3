#include "cases.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "corpus.h"
#include "runtime/storage/digest.h"

namespace lanewise::fuzz_damage {

using api_fuzz::cl;

namespace {

constexpr const char* all_options[] = {"",
                                       "",
                                       "",
                                       "-cl-std=CL3.0",
                                       "-cl-std=CL2.0 -w",
                                       "-cl-fast-relaxed-math",
                                       "-cl-opt-disable",
                                       "-cl-kernel-arg-info -DN=16 -DT=float4",
                                       "-cl-mad-enable -Werror",
                                       "-g"};

/// Sets the checksum that is right for the binary's damaged content (runtime/storage/program_format.cpp). Otherwise the
/// driver would refuse the binary without reading the content.
void seal(Bytes& binary) {
    constexpr std::size_t magic = 8, version = 4, digest = sizeof(runtime::Digest),
                          header = magic + version + 2 * digest;
    if (binary.size() < header) return;
    std::uint32_t number = 0;
    std::memcpy(&number, binary.data() + magic, sizeof number);
    runtime::Hasher hash;
    hash.add_text({reinterpret_cast<const char*>(binary.data()), magic});
    hash.add_number(number);
    hash.add({binary.data() + magic + version, digest});
    hash.add({binary.data() + header, binary.size() - header});
    const runtime::Digest sum = hash.finish();
    std::ranges::copy(sum, binary.begin() + magic + version + digest);
}

}  // namespace

const std::vector<std::string>& undamaged_sources() {
    static const auto all = [] {
        auto found = find_sources(SOURCE_FOLDER "/tests");
        for (std::string& source : find_sources(SOURCE_FOLDER "/bench")) found.push_back(std::move(source));
        return found;
    }();
    return all;
}

std::string damaged_source_of(std::uint32_t seed) {
    Dice dice(seed);
    return damage_source(dice, undamaged_sources());
}

Cases::Cases(Progress& progress) : progress_(progress) {
    api_fuzz::load_driver(LANEWISE_DRIVER);
    cl_platform_id platform = nullptr;
    cl.clGetPlatformIDs(1, &platform, nullptr);
    cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr);
    cl_int code = 1;
    context_ = cl.clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &code);
    if (code != CL_SUCCESS) fail("no context");
}

Cases::~Cases() { cl.clReleaseContext(context_); }

void Cases::fail(const std::string& what) {
    std::fprintf(stderr, "fuzz_damage: seed %u: %s\n", progress_.seed.load(), what.c_str());
    std::abort();
}

std::string Cases::log_of(cl_program program) {
    std::size_t size = 0;
    if (cl.clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS)
        fail("no log");
    std::string log(size, ' ');
    if (cl.clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) != CL_SUCCESS)
        fail("no log");
    log.pop_back();
    return log;
}

/// Counts and reports a crash of the compiler that the compiler's guard caught and reported in the log.
void Cases::note_log(const std::string& log) {
    const auto at = log.find("internal compiler error");
    if (at == log.npos) return;
    ++progress_.faults;
    std::fprintf(stderr, "fuzz_damage: seed %u: %s\n", progress_.seed.load(),
                 log.substr(at, log.find('\n', at) - at).c_str());
}

void Cases::create_kernels(cl_program program) {
    cl_uint count = 0;
    if (cl.clCreateKernelsInProgram(program, 0, nullptr, &count) != CL_SUCCESS)
        fail("a built program does not tell its kernels");
    char names[1 << 16] = "";
    if (cl.clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, nullptr) != CL_SUCCESS) return;
    std::string rest = names;
    constexpr cl_uint most = 6;
    for (cl_uint i = 0; i < std::min(count, most); ++i) {
        const auto end = std::min(rest.find(';'), rest.size());
        cl_int code = 1;
        const cl_kernel kernel = cl.clCreateKernel(program, rest.substr(0, end).c_str(), &code);
        if ((kernel != nullptr) != (code == CL_SUCCESS)) fail("a kernel's code contradicts the result");
        if (!kernel && code != CL_OUT_OF_RESOURCES && code != CL_INVALID_KERNEL_NAME)
            fail("clCreateKernel returns " + std::to_string(code));
        if (kernel) {
            ++progress_.kernels;
            cl.clReleaseKernel(kernel);
        }
        rest.erase(0, std::min(end + 1, rest.size()));
    }
}

void Cases::build(cl_program program, const char* options, bool may_want_all_memory) {
    const cl_int code = cl.clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
    if (code == CL_SUCCESS) {
        ++progress_.built;
        create_kernels(program);
        note_log(log_of(program));
    } else if (code == CL_BUILD_PROGRAM_FAILURE) {
        const std::string log = log_of(program);
        if (log.find_first_not_of(" \n") == log.npos) fail("a build fails without a log");
        note_log(log);
    } else if (code != CL_OUT_OF_HOST_MEMORY || !may_want_all_memory) {
        fail("clBuildProgram returns " + std::to_string(code));
    }
}

void Cases::build_source(std::uint32_t seed) {
    const std::string source = damaged_source_of(seed);
    const char* const text = source.data();
    const std::size_t length = source.size();
    cl_int code = 1;
    // A length of 0 means that the text is null-terminated. This is right for an empty string, because the text of
    // std::string is null-terminated.
    const cl_program program =
        cl.clCreateProgramWithSource(context_, 1, const_cast<const char**>(&text), &length, &code);
    if (code != CL_SUCCESS) fail("clCreateProgramWithSource returns " + std::to_string(code));
    Dice dice(seed ^ 0x80000000u);
    build(program, all_options[dice.below(std::size(all_options))], /*may_want_all_memory=*/false);
    if (dice.percent(5)) static_cast<void>(binary_of(program));
    cl.clReleaseProgram(program);
}

Bytes Cases::binary_of(cl_program program) {
    std::size_t size = 0;
    if (cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) != CL_SUCCESS)
        fail("no binary's size");
    Bytes binary(size);
    unsigned char* data = binary.data();
    if (cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr) != CL_SUCCESS) fail("no binary");
    return binary;
}

/// Makes binaries of some undamaged sources: executables and compiled objects. For each feature that adds data to a
/// binary, at least one of the sources uses the feature.
void Cases::make_binaries() {
    constexpr const char* told[] = {"enqueue_kernel(", "pipe ", "sub_group_", "sampler_t", ""};
    constexpr std::size_t most = 10;
    Dice dice(1);
    std::size_t kind = 0;
    for (int i = 0; i < 40000 && binaries_.size() < most; ++i) {
        const std::string& source = undamaged_sources()[dice.below(undamaged_sources().size())];
        if (source.find(told[kind]) == source.npos) continue;
        const char* text = source.c_str();
        const cl_program program = cl.clCreateProgramWithSource(context_, 1, &text, nullptr, nullptr);
        const bool compiles = dice.percent(30);
        const cl_int code = compiles
                                ? cl.clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr)
                                : cl.clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr);
        if (code == CL_SUCCESS) {
            binaries_.push_back(binary_of(program));
            kind = std::min(kind + 1, std::size(told) - 1);
        }
        cl.clReleaseProgram(program);
    }
}

void Cases::load_binary(std::uint32_t seed) {
    if (binaries_.empty()) make_binaries();
    Dice dice(seed);
    Bytes binary = damage_binary(dice, dice.element(binaries_), dice.element(binaries_));
    const bool sealed = dice.percent(50);
    if (sealed) seal(binary);
    const unsigned char* data = binary.data();
    const std::size_t size = binary.size();
    cl_int code = 1, status = 1;
    const cl_program program = cl.clCreateProgramWithBinary(context_, 1, &device_, &size, &data, &status, &code);
    if ((program != nullptr) != (code == CL_SUCCESS) || status != code) fail("codes contradict each other");
    const bool is_one_of_the_good = std::ranges::find(binaries_, binary) != binaries_.end();
    if (program && !sealed && !is_one_of_the_good) fail("a damaged binary is believed");
    if (!program && code != CL_INVALID_BINARY) fail("clCreateProgramWithBinary returns " + std::to_string(code));
    if (!program) return;
    // LLVM does not check numbers in the bitcode, such as a count of billions of values. The build of a damaged binary
    // with a right checksum may thus fail for lack of memory.
    build(program, "-cl-std=CL3.0", /*may_want_all_memory=*/sealed);
    cl.clReleaseProgram(program);
}

}  // namespace lanewise::fuzz_damage
