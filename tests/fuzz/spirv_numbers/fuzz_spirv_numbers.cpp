// Differential fuzzer of SPIR-V: runs random modules (number_module.h) with several numbers of lanes, and compares
// their results with a model in C++. If the results differ, prints the module's first wrong result.
//
//     fuzz_spirv_numbers [first seed] [count]
//     fuzz_spirv_numbers <seed> <count> once             compiles each module in one way only
//     fuzz_spirv_numbers <seed> mix <count>              builds modules with exchanged ids or words
//     fuzz_spirv_numbers <seed> write <count> <folder>   writes modules as files SEED.spv
//     fuzz_spirv_numbers <seed> print [first] [last]     prints a module that writes the results from number `first`
//                                                        to number `last` - 1
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "../word_pipe.h"
#include "kernel_text.h"
#include "number_module.h"
#include "number_requests.h"

namespace lanewise::fuzz {
namespace {

/// The number of lanes and the options with which a module is compiled.
struct Way {
    std::uint32_t lanes;
    const char* features = "";  // as in LANEWISE_CPU_FEATURES
    const char* options = "";
};

constexpr Way ways[] = {{1}, {8}, {16}, {64}};
// Each module is compiled in all ways of the list `ways`, and in one way of the list `further`.
constexpr Way further[] = {{8, "avx2"}, {4, "sse2"}, {16, "", "-cl-opt-disable"}};

struct Fault {
    bool found = false;
    std::string text;
};

Fault run(const NumberModule& module, const Way& way) {
    const std::vector<std::byte> bytes = test::assemble(test::text_of(module.text()), 0x00010600);
    const compiler::ProgramResult program =
        compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}}, way.options);
    if (program.status != compiler::Status::success) return {true, program.log};
    const test::CompiledKernel compiled(program.ir, "k", way.lanes, way.features);
    if (!compiled) return {true, compiled.log()};
    std::vector<std::uint32_t> out(work_items, 0xdeadbeef);
    std::vector<std::uint64_t> scratch(module.scratch_words());
    const test::TestImage stored(ChannelOrder::RGBA, module.stored_type(), test::plane_of(work_items, stored_rows));
    WordPipe in(pipe_capacity), sent(pipe_capacity);
    in.fill(pipe_capacity, packet_number);
    compiled.run(test::line(work_items, work_items),
                 test::ArgumentBlock()
                     .add(out.data())
                     .add(scratch.data())
                     .add(module.image().descriptor())
                     .add(stored.descriptor())
                     .add(in.memory())
                     .add(sent.memory()),
                 0, 0, {.functions = &new_requests()});
    for (unsigned item = 0; item < work_items; ++item)
        if (out[item] != module.expected()[item]) return {true, "work-item " + std::to_string(item) + " differs\n"};
    std::vector<std::uint32_t> expected = module.packets_sent();
    std::ranges::sort(expected);
    if (sent.content() != expected) return {true, "the packets differ\n"};
    std::vector<std::uint32_t> wanted = module.requests(), made = requests();
    std::ranges::sort(wanted);
    std::ranges::sort(made);
    if (made != wanted) return {true, "the enqueued blocks differ\n"};
    if (!sent.is_settled() || !in.is_settled()) return {true, "a reservation is left\n"};
    return {};
}

// Finds and prints the first wrong result, by a binary search over the number of results that affect the output.
void explain(std::uint32_t seed, const Way& way) {
    std::size_t least = 0, most = NumberModule(seed).results();
    while (most - least > 1) {
        const std::size_t middle = (least + most) / 2;
        if (run(NumberModule(seed, 0, middle), way).found)
            most = middle;
        else
            least = middle;
    }
    const NumberModule alone(seed, least, most);
    std::printf("  result %zu%s: %s", least, run(alone, way).found ? "" : " (with those before it)",
                alone.line_of(least).c_str());
}

volatile std::uint32_t running = 0;

void tell_seed(int signal) {
    char text[64];
    const int length = std::snprintf(text, sizeof text, "seed %u: signal %d\n", running, signal);
    if (write(STDERR_FILENO, text, static_cast<std::size_t>(length)) < 0) std::_Exit(3);
    std::_Exit(2);
}

unsigned check(std::uint32_t seed, bool in_one_way) {
    running = seed;
    const NumberModule module(seed);
    std::vector<Way> all(std::begin(ways), std::end(ways));
    all.insert(all.end(), std::begin(further), std::end(further));
    if (in_one_way)
        all = {all[seed % all.size()]};
    else
        all.erase(std::next(all.begin(), std::size(ways)), std::prev(all.end(), 1 + seed % std::size(further)));
    for (const Way& way : all) {
        const Fault fault = run(module, way);
        if (!fault.found) continue;
        std::printf("seed %u, %u lanes %s %s: %s\n", seed, way.lanes, way.features, way.options, fault.text.c_str());
        explain(seed, way);
        std::fflush(stdout);
        return 1;
    }
    return 0;
}

// Returns the module's text with a few ids replaced by other ids of the module.
std::string mixed(const std::string& text, std::mt19937& random) {
    std::vector<std::string> tokens;
    std::vector<std::size_t> ids;
    for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
        const bool is_blank = text[at] == ' ' || text[at] == '\n';
        end = is_blank ? at + 1 : text.find_first_of(" \n", at);
        if (end == std::string::npos) end = text.size();
        tokens.push_back(text.substr(at, end - at));
        if (tokens.back()[0] == '%') ids.push_back(tokens.size() - 1);
    }
    const unsigned changes = 1 + random() % 3;
    for (unsigned i = 0; i < changes; ++i) {
        const std::size_t place = ids[random() % ids.size()];
        tokens[place] = tokens[ids[random() % ids.size()]];
    }
    std::string result;
    for (const std::string& token : tokens) result += token;
    return result;
}

// Changes a few words of a module, except in its header.
void damage(std::vector<std::byte>& bytes, std::mt19937& random) {
    constexpr std::size_t header_words = 5;
    const std::size_t words = bytes.size() / sizeof(std::uint32_t);
    const auto place = [&] { return header_words + random() % (words - header_words); };
    const unsigned changes = 1 + random() % 3;
    for (unsigned i = 0; i < changes; ++i) {
        const std::size_t at = place() * sizeof(std::uint32_t), other = place() * sizeof(std::uint32_t);
        std::uint32_t word = 0;
        std::memcpy(&word, bytes.data() + (random() % 2 == 0 ? at : other), sizeof(word));
        const std::uint32_t values[] = {word, word + 1, word - 1, word ^ 1u << random() % 32,
                                        static_cast<std::uint32_t>(random())};
        std::memcpy(bytes.data() + at, &values[random() % std::size(values)], sizeof(word));
    }
}

// Builds a module with exchanged ids or words, and compiles its kernel. Returns true if the module could be built. The
// kernel does not run, since its stores might have any address.
bool build_mixed(std::uint32_t seed) {
    std::mt19937 random(seed);
    const std::string whole = test::text_of(NumberModule(seed).text());
    const std::string text = seed % 2 == 0 ? mixed(whole, random) : whole;
    std::vector<std::byte> bytes;
    try {
        bytes = test::assemble(text, 0x00010600);
    } catch (const std::runtime_error&) {
        return false;
    }
    if (seed % 2 != 0) damage(bytes, random);
    const auto program = compiler::compiler_instance().build(compiler::SpirvProgram{bytes, {}}, "");
    if (program.status != compiler::Status::success) return false;
    return static_cast<bool>(test::CompiledKernel(program.ir, "k", 8, ""));
}

int mix(std::uint32_t first, std::uint32_t count) {
    unsigned built = 0;
    for (std::uint32_t seed = first; seed < first + count; ++seed) {
        running = seed;
        built += build_mixed(seed) ? 1 : 0;
    }
    std::printf("%u damaged modules, %u of them valid\n", count, built);
    return 0;
}

int write(std::uint32_t first, std::uint32_t count, const std::string& folder) {
    for (std::uint32_t seed = first; seed < first + count; ++seed) {
        const std::vector<std::byte> bytes = test::assemble(test::text_of(NumberModule(seed).text()), 0x00010600);
        std::ofstream file(folder + "/" + std::to_string(seed) + ".spv", std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    return 0;
}

}  // namespace
}  // namespace lanewise::fuzz

int main(int count, char** arguments) {
    using namespace lanewise::fuzz;
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) std::signal(signal, tell_seed);
    const auto first = static_cast<std::uint32_t>(count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 0);
    if (count > 2 && std::string_view(arguments[2]) == "print") {
        const std::size_t least = count > 3 ? std::strtoul(arguments[3], nullptr, 10) : 0;
        const std::size_t most = count > 4 ? std::strtoul(arguments[4], nullptr, 10) : ~std::size_t{0};
        std::fputs(lanewise::test::text_of(NumberModule(first, least, most).text()).c_str(), stdout);
        return 0;
    }
    if (count > 3 && std::string_view(arguments[2]) == "mix")
        return mix(first, static_cast<std::uint32_t>(std::strtoul(arguments[3], nullptr, 10)));
    if (count > 4 && std::string_view(arguments[2]) == "write")
        return write(first, static_cast<std::uint32_t>(std::strtoul(arguments[3], nullptr, 10)), arguments[4]);
    const auto modules = static_cast<std::uint32_t>(count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 100);
    unsigned faulty = 0;
    for (std::uint32_t seed = first; seed < first + modules; ++seed) faulty += check(seed, count > 3);
    std::printf("%u modules, %u faulty\n", modules, faulty);
    return faulty == 0 ? 0 : 1;
}
