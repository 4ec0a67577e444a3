#include "term_run.h"

#include <cstdio>
#include <cstring>
#include <utility>

#include "../../unit/compiler/arithmetic/half_reference.h"
#include "../../unit/compiler/run_kernel.h"
#include "compiler/compiler_impl.h"
#include "device/machine/cpu_features.h"
#include "model.h"
#include "print_terms.h"

namespace lanewise::fuzz {
namespace {

bool is_nan(Scalar scalar, std::uint64_t lane) {
    if (scalar == Scalar::f16) return test::is_nan(static_cast<std::uint16_t>(lane));
    if (scalar == Scalar::f32) return (lane & 0x7fffffff) > 0x7f800000;
    return scalar == Scalar::f64 && (lane & ~0ULL >> 1) > 0x7ffULL << 52;
}

std::string hex(std::uint64_t number) {
    char text[24];
    std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(number));
    return text;
}

// Less terms by one step: a part in the whole's place, or a part of a part in that one's place.
std::vector<TermPtr> smaller(const TermPtr& term) {
    std::vector<TermPtr> found;
    for (const TermPtr& argument : term->arguments)
        if (argument->type == term->type) found.push_back(argument);
    if (!term->arguments.empty() && term->form != Form::constant) {
        auto leaf = std::make_shared<Term>(Term{Form::input, term->type});
        if (is_integer(term->type.scalar)) leaf->range = range_of(term->type.scalar);
        found.push_back(leaf);
    }
    for (std::size_t i = 0; i < term->arguments.size(); ++i)
        for (const TermPtr& part : smaller(term->arguments[i])) {
            // Only what the range of a part does not decide may take another one.
            if (part->range.low < term->arguments[i]->range.low || part->range.high > term->arguments[i]->range.high)
                continue;
            auto other = std::make_shared<Term>(*term);
            other->arguments[i] = part;
            found.push_back(other);
        }
    return found;
}

}  // namespace

std::vector<CodeWay> all_ways() {
    std::vector<CodeWay> ways;
    const Target host = device::host_target();
    for (const char* features : {"avx512", "avx2", "sse4.2"}) {
        const unsigned bits = features[3] == '5' ? 512 : features[0] == 'a' ? 256 : 128;
        if (host.vector_bits < bits) continue;
        for (const std::uint32_t lanes : {1u, 8u, 16u, 32u, 64u}) ways.push_back({lanes, features});
    }
    return ways;
}

TermRun::TermRun(std::vector<TermPtr> terms, std::uint32_t seed)
    : terms_(std::move(terms)), inputs_(Inputs::of(terms_, seed)), source_(print_kernel(terms_, inputs_)), seed_(seed) {
    for (const TermPtr& term : terms_) expected_.push_back(evaluate(*term, inputs_));
}

bool TermRun::build() {
    compiler::ProgramResult built = compiler::compiler_instance().build(source_, "-cl-std=CL3.0");
    log_ = built.log;
    ir_ = std::move(built.ir);
    return built.status == compiler::Status::success;
}

std::optional<Difference> TermRun::compare(std::size_t number, const std::byte* got) const {
    const Term& term = *terms_[number];
    const unsigned size = bytes_of(term.type.scalar);
    for (std::size_t i = 0; i < expected_[number].size(); ++i) {
        std::uint64_t lane = 0, wanted = 0;
        std::memcpy(&lane, got + i * size, size);
        std::memcpy(&wanted, &expected_[number][i], size);
        if (lane == wanted || (is_nan(term.type.scalar, lane) && is_nan(term.type.scalar, wanted))) continue;
        return Difference{number, "work-item " + std::to_string(i / term.type.width) + " element " +
                                      std::to_string(i % term.type.width) + " is " + hex(lane) + ", not " +
                                      hex(wanted)};
    }
    return std::nullopt;
}

std::vector<Difference> TermRun::differences_of_halves(const CodeWay& way) {
    const auto middle = terms_.begin() + static_cast<std::ptrdiff_t>(terms_.size() / 2);
    std::vector<Difference> found;
    for (unsigned half = 0; half < 2; ++half) {
        if (!halves_[half]) {
            std::vector<TermPtr> terms(half == 0 ? terms_.begin() : middle, half == 0 ? middle : terms_.end());
            halves_[half] = std::make_unique<TermRun>(std::move(terms), seed_);
            if (!halves_[half]->build()) return {{0, "a half does not build: " + halves_[half]->log()}};
        }
        for (Difference difference : halves_[half]->differences(way)) {
            if (half == 1) difference.term += terms_.size() / 2;
            found.push_back(difference);
        }
    }
    return found;
}

std::vector<Difference> TermRun::differences(const CodeWay& way) {
    const test::CompiledKernel kernel(ir_, "k", way.lanes, way.features);
    if (!kernel) return {{0, "no code: " + kernel.log()}};
    if (kernel.facts().lanes < way.lanes && terms_.size() > 1) return differences_of_halves(way);
    return run(kernel);
}

std::vector<Difference> TermRun::run(const test::CompiledKernel& kernel) const {
    std::size_t bytes = 0;
    const std::vector<std::size_t> offsets = output_offsets(terms_, bytes);
    std::vector<std::byte> in = inputs_.memory(), out(bytes + 256);
    in.resize(in.size() + 256);
    const auto aligned = [](std::vector<std::byte>& memory) {
        return memory.data() + (128 - reinterpret_cast<std::uintptr_t>(memory.data()) % 128);
    };
    std::byte* const in_place = aligned(in);
    std::memmove(in_place, in.data(), inputs_.bytes);
    test::ArgumentBlock arguments;
    arguments.add(in_place).add(aligned(out));
    kernel.run(test::line(items, items / 3), arguments, 0);
    std::vector<Difference> found;
    for (std::size_t i = 0; i < terms_.size(); ++i)
        if (auto difference = compare(i, aligned(out) + offsets[i])) found.push_back(*difference);
    return found;
}

TermPtr reduce(const TermPtr& term, std::uint32_t seed, const CodeWay& way) {
    TermPtr least = term;
    for (bool shrank = true; shrank;) {
        shrank = false;
        for (const TermPtr& part : smaller(least)) {
            if (size_of(*part) >= size_of(*least)) continue;
            TermRun run({part}, seed);
            if (!run.build() || run.differences(way).empty()) continue;
            least = part;
            shrank = true;
            break;
        }
    }
    return least;
}

}  // namespace lanewise::fuzz
