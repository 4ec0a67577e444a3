#include "term_run.h"

#include <cstdio>
#include <cstring>
#include <numeric>
#include <utility>

#include "../../unit/compiler/arithmetic/half_reference.h"
#include "../../unit/compiler/run_kernel.h"
#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "full_chunks.h"
#include "model.h"
#include "print_terms.h"
#include "term_weight.h"

namespace lanewise::fuzz {
namespace {

// Maximum weight of a kernel (term_weight.h). The compiler accepts kernels up to this weight with every number of
// lanes. Most values of such a kernel fit in registers, so code generation takes little time. `most_weight_alone` is
// the limit of a kernel with a single term.
std::uint64_t most_weight(const CodeWay& way) {
    if (way.register_bits == 128) return 300;
    return way.register_bits == 256 ? 600 : 2000;
}
constexpr std::uint64_t most_weight_alone = 12000;

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

// Disables the extensions that the first processors with AVX-512 did not have.
constexpr char first_avx512[] =
    "-avx512vbmi,-avx512vbmi2,-avx512bitalg,-avx512ifma,-avx512vnni,-avx512vpopcntdq,-avx512bf16,-avx512fp16,-gfni,"
    "-vaes,-vpclmulqdq";

}  // namespace

std::vector<CodeWay> all_ways(const ProgramKind& kind) {
    constexpr CodeWay levels[] = {{1, "avx512", 512}, {1, first_avx512, 512}, {1, "avx2", 256}, {1, "sse4.2", 128}};
    std::vector<CodeWay> ways;
    const Target host = device::host_target();
    for (CodeWay way : levels) {
        if (host.vector_bits < way.register_bits) continue;
        for (const std::uint32_t lanes : {1U, 8U, 16U, 32U, 64U}) {
            way.lanes = lanes;
            if (!kind.has_sub_groups || lanes == kind.sub_group_size) ways.push_back(way);
        }
    }
    return ways;
}

TermRun::TermRun(std::vector<TermPtr> terms, std::uint32_t seed, const ProgramKind& kind)
    : terms_(std::move(terms)),
      kind_(kind),
      inputs_(Inputs::of(terms_, seed, kind.groups())),
      outputs_(Outputs::of(terms_)),
      source_(print_program(terms_, inputs_, kind)) {
    for (const auto& [key, column] : inputs_.edges) edges_.emplace_back(key.type, column);
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
    const std::size_t elements = std::size_t{inputs_.groups.running} * term.type.width;
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

std::vector<Difference> TermRun::differences(const CodeWay& way, const std::function<void(const Part&)>& begins) {
    begins_ = begins;
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
    const bool is_too_large = weight > most_weight(way) || part.count > kind_.terms_of_kernel;
    if (is_too_large && part.count > 1) return compare_halves(part, way, found);
    if (weight > most_weight_alone) return;
    begins_(part);
    const std::string name = kernel_name(part.first, part.count);
    if (kind_.has_partial_chunks)
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
    for (const EdgeMemory& edge : edges_) arguments.add(edge.get());
    for (const auto& [scalar, base] : outputs_.bases) arguments.add(aligned(out) + base);
    if (kind_.has_flow) arguments.add(static_cast<std::int32_t>(edge_items));
    constexpr std::uint64_t local_argument_bytes = 0;
    kernel.run(test::line(inputs_.groups.running, inputs_.groups.group_size), arguments, local_argument_bytes);
    compared_.terms += part.count;
    for (std::size_t i = part.first; i < part.first + part.count; ++i) {
        compared_.expressions += expressions_[i];
        if (auto difference = compare(i, aligned(out) + outputs_.offsets[i])) found.push_back(*difference);
    }
}

}  // namespace lanewise::fuzz
