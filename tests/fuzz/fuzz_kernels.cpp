// Differential fuzzer: random kernels at every lane count against one work-item at a time, bit for bit,
// with inaccessible pages around every buffer.
//
//     fuzz_kernels [first seed] [count]     runs kernels
//     fuzz_kernels <seed> 1 print           shows one
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "../unit/compiler/run_kernel.h"
#include "kernel_generator.h"

namespace lanewise::test {
namespace {

constexpr std::size_t page = 4096;

/// Words that end where an inaccessible page starts.
class GuardedWords {
public:
    explicit GuardedWords(std::size_t count)
        : bytes_((count * sizeof(std::uint32_t) + page - 1) / page * page + 2 * page),
          base_(static_cast<std::byte*>(
              mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
        mprotect(base_ + page, bytes_ - 2 * page, PROT_READ | PROT_WRITE);
        words_ = {reinterpret_cast<std::uint32_t*>(base_ + bytes_ - page) - count, count};
    }
    ~GuardedWords() { munmap(base_, bytes_); }
    GuardedWords(const GuardedWords&) = delete;
    GuardedWords& operator=(const GuardedWords&) = delete;

    std::span<std::uint32_t> words() const { return words_; }

private:
    std::size_t bytes_;
    std::byte* base_;
    std::span<std::uint32_t> words_;
};

struct Setup {
    std::uint32_t lanes;
    const char* features;
};

std::vector<std::uint32_t> run(const std::string& source, std::uint32_t seed, std::uint64_t local,
                               const Setup& setup) {
    const std::size_t count = local * 3;
    const GuardedWords out(count), in(std::max<std::size_t>(count, 32));
    std::mt19937 random(seed);
    for (std::uint32_t& word : out.words()) word = 1;
    for (std::uint32_t& word : in.words()) word = static_cast<std::uint32_t>(random() >> (random() % 32));
    ArgumentBlock arguments;
    arguments.add(out.words().data()).add(in.words().data()).add(static_cast<std::uint32_t>(random()));
    NDRange range;
    range.global_size[0] = count;
    range.local_size[0] = local;
    RunOptions options;
    options.vector_width = setup.lanes;
    options.target_limit = setup.features;
    run_kernel(source, "k", range, arguments, options);
    return {out.words().begin(), out.words().end()};
}

bool agrees(std::uint32_t seed) {
    const std::string source = KernelGenerator(seed).make();
    const std::uint64_t locals[] = {1, 7, 8, 9, 16, 31, 33, 64};
    const std::uint64_t local = locals[seed % 8];
    const auto expected = run(source, seed, local, {1, ""});
    for (const Setup& setup : {Setup{8, ""}, Setup{16, ""}, Setup{32, ""}, Setup{8, "avx2"}}) {
        if (run(source, seed, local, setup) == expected && !testing::Test::HasFailure()) continue;
        std::printf("seed %u: %u lanes %s, local size %u\n", seed, setup.lanes, setup.features,
                    static_cast<unsigned>(local));
        return false;
    }
    return true;
}

}  // namespace
}  // namespace lanewise::test

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const auto first = static_cast<std::uint32_t>(argc > 1 ? std::atol(argv[1]) : 0);
    const auto count = static_cast<std::uint32_t>(argc > 2 ? std::atol(argv[2]) : 100);
    if (argc > 3) {
        std::fputs(lanewise::test::KernelGenerator(first).make().c_str(), stdout);
        return 0;
    }
    unsigned wrong = 0;
    for (std::uint32_t seed = first; seed < first + count; ++seed) wrong += !lanewise::test::agrees(seed);
    std::printf("%u kernels, %u wrong\n", count, wrong);
    return wrong != 0;
}
