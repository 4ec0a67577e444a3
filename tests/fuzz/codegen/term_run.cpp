#include "term_run.h"

#include <cstdio>
#include <cstring>
#include <numeric>
#include <utility>

#include "../../unit/compiler/arithmetic/half_reference.h"
#include "../../unit/compiler/run_kernel.h"
#include "compiler/compiler_impl.h"
#include "device/machine/cpu_features.h"
#include "full_chunks.h"
#include "model.h"
#include "print_terms.h"
#include "term_weight.h"

namespace lanewise::fuzz {
namespace {

// Of a kernel, by term_weight.h: the compiler takes it with all lanes, and registers are enough for most values, which
// takes code generation the less time. And of one of a single term.
std::uint64_t most_weight(const CodeWay& way) {
    if (way.register_bits == 128) return 300;
    return way.register_bits == 256 ? 600 : 2000;
}
constexpr std::uint64_t most_weight_alone = 12000;

// In groups of which each has a chunk that is not full.
constexpr unsigned odd_items = items - 3;

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
        const std::uint32_t bits = features[3] == '5' ? 512 : features[0] == 'a' ? 256 : 128;
        if (host.vector_bits < bits) continue;
        for (const std::uint32_t lanes : {1u, 8u, 16u, 32u, 64u}) ways.push_back({lanes, features, bits});
    }
    return ways;
}

TermRun::TermRun(std::vector<TermPtr> terms, std::uint32_t seed)
    : terms_(std::move(terms)),
      inputs_(Inputs::of(terms_, seed)),
      outputs_(Outputs::of(terms_)),
      source_(print_program(terms_, inputs_)),
      has_partial_chunks_(seed % 16 == 5) {
    for (const TermPtr& term : terms_) {
        expected_.push_back(evaluate(*term, inputs_));
        expressions_.push_back(expressions_of(*term, inputs_));
    }
}

bool TermRun::build() {
    compiler::ProgramResult built = compiler::compiler_instance().build(source_, "-cl-std=CL3.0");
    log_ = built.log;
    ir_ = std::move(built.ir);
    return built.status == compiler::Status::success;
}

unsigned long TermRun::expressions() const { return std::accumulate(expressions_.begin(), expressions_.end(), 0UL); }

std::optional<Difference> TermRun::compare(std::size_t number, const std::byte* got) const {
    const Term& term = *terms_[number];
    const unsigned size = bytes_of(term.type.scalar);
    const std::size_t elements = std::size_t{has_partial_chunks_ ? odd_items : items} * term.type.width;
    for (std::size_t i = 0; i < elements; ++i) {
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

std::vector<Difference> TermRun::differences(const CodeWay& way) {
    std::vector<Difference> found;
    compare_part({0, terms_.size()}, way, found);
    return found;
}

void TermRun::compare_halves(const Part& part, const CodeWay& way, std::vector<Difference>& found) {
    const std::size_t half = part.count / 2;
    compare_part({part.first, half}, way, found);
    compare_part({part.first + half, part.count - half}, way, found);
}

void TermRun::compare_part(const Part& part, const CodeWay& way, std::vector<Difference>& found) {
    std::uint64_t weight = 0;
    for (std::size_t i = part.first; i < part.first + part.count; ++i)
        weight += weight_of(*terms_[i], way.lanes, way.register_bits);
    if (weight > most_weight(way) && part.count > 1) return compare_halves(part, way, found);
    if (weight > most_weight_alone) return;
    const std::string name = kernel_name(part.first, part.count);
    if (has_partial_chunks_)
        run_part(test::CompiledKernel(ir_, name, way.lanes, way.features), part, way, found);
    else
        run_part(FullChunks(ir_, name, way.lanes, way.features), part, way, found);
}

template <class Kernel>
void TermRun::run_part(const Kernel& kernel, const Part& part, const CodeWay& way, std::vector<Difference>& found) {
    if (!kernel) {
        found.push_back({part.first, "no code: " + kernel.log()});
        return;
    }
    if (kernel.facts().lanes < way.lanes) {
        if (part.count > 1) compare_halves(part, way, found);
        return;
    }
    std::vector<std::byte> in = inputs_.memory(), out(outputs_.bytes + 256);
    in.resize(in.size() + 256);
    const auto aligned = [](std::vector<std::byte>& memory) {
        return memory.data() + (128 - reinterpret_cast<std::uintptr_t>(memory.data()) % 128);
    };
    std::byte* const in_place = aligned(in);
    std::memmove(in_place, in.data(), inputs_.bytes);
    test::ArgumentBlock arguments;
    for (const std::size_t base : inputs_.bases()) arguments.add(in_place + base);
    for (const auto& [scalar, base] : outputs_.bases) arguments.add(aligned(out) + base);
    const unsigned number = has_partial_chunks_ ? odd_items : items;
    constexpr std::uint64_t local_argument_bytes = 0;
    kernel.run(test::line(number, number / 3), arguments, local_argument_bytes);
    compared_.terms += part.count;
    for (std::size_t i = part.first; i < part.first + part.count; ++i) {
        compared_.expressions += expressions_[i];
        if (auto difference = compare(i, aligned(out) + outputs_.offsets[i])) found.push_back(*difference);
    }
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
