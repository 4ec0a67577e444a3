// Differential fuzzer of images: random kernels read images through random samplers, and write images. The images have
// random types and formats. Compiles each kernel for several numbers of lanes, and compares each read and write with a
// model that computes in double. The pages before and after each image are inaccessible, so an access outside of the
// image ends the process.
//
//     fuzz_images [first seed] [count]     runs programs; a crash names its seed
//     fuzz_images <seed> 1 print           runs one and prints it
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "compiler/compiler_impl.h"
#include "image_program.h"
#include "image_run.h"

namespace lanewise::fuzz {
namespace {

constexpr Target targets[] = {{0, ""}, {1, ""}, {8, ""}, {8, "avx2"}, {16, ""}, {32, ""}, {0, "avx2"}, {8, "sse2"}};

volatile std::uint32_t running = 0;

void tell_seed(int signal) {
    char text[64];
    const int length = std::snprintf(text, sizeof text, "seed %u: signal %d\n", running, signal);
    if (write(STDERR_FILENO, text, static_cast<std::size_t>(length)) < 0) std::_Exit(3);
    std::_Exit(2);
}

/// Runs the random program that `seed` determines. Returns whether all its results are right.
bool run_seed(std::uint32_t seed, bool prints) {
    running = seed;
    std::mt19937 random(seed);
    const ImageProgram program = generate_program(random);
    const std::string source = source_of(program);
    if (prints) std::printf("%s%s", description_of(program).c_str(), source.c_str());
    const auto built = compiler::compiler_instance().build(source, "-cl-std=CL3.0");
    if (built.status != compiler::Status::success) {
        std::printf("seed %u: does not build\n%s", seed, built.log.c_str());
        return false;
    }
    bool is_right = true;
    for (unsigned i = 0; i < 3; ++i) {
        const Target& target = targets[prints ? i : random() % std::size(targets)];
        const std::string wrong = run_program(program, built.ir, target, seed);
        if (wrong.empty()) continue;
        std::printf("seed %u, %u lanes %s: %s\n", seed, target.lanes, target.features, wrong.c_str());
        is_right = false;
    }
    return is_right;
}

int run(std::uint32_t first, std::uint32_t count, bool prints) {
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, tell_seed);
    std::uint32_t wrong = 0;
    for (std::uint32_t seed = first; seed < first + count; ++seed) wrong += !run_seed(seed, prints);
    std::printf("%u programs, %u wrong\n", count, wrong);
    return wrong ? 1 : 0;
}

}  // namespace
}  // namespace lanewise::fuzz

int main(int argc, char** argv) {
    const auto number = [&](int i, std::uint32_t otherwise) {
        return argc > i ? static_cast<std::uint32_t>(std::strtoul(argv[i], nullptr, 10)) : otherwise;
    };
    return lanewise::fuzz::run(number(1, 0), number(2, 100), argc > 3 && !std::strcmp(argv[3], "print"));
}
