#include "compiler/access/span.h"

#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

// Returns the number of registers for a vector of one element per lane. Without AVX-512, shuffles of small elements do
// not cross the 128-bit halves of a register, so each half counts as a register.
unsigned registers_of(const Access& access, const VectorIsa& isa, unsigned lanes) {
    const unsigned register_bytes = isa.avx512bw ? 64 : isa.avx2 && access.bytes >= 4 ? 32 : 16;
    return (lanes * access.bytes + register_bytes - 1) / register_bytes;
}

// Whether a span is faster than an access for each lane. `used`: number of adjacent elements that each lane accesses.
bool pays(const Access& access, unsigned used, std::int64_t distance, const VectorIsa& isa, unsigned lanes) {
    if (distance <= costs::loaded_for_used * used) return distance <= costs::widest_vector_run;
    return used == 1 && distance <= costs::widest_element_run &&
           distance * registers_of(access, isa, lanes) * costs::elements_for_register <= lanes;
}

}  // namespace

std::optional<Span> find_span(const Access& access, std::int64_t stride, const VectorIsa& isa, unsigned lanes) {
    if (stride <= 0 || stride % access.bytes != 0) return std::nullopt;
    const std::int64_t distance = stride / access.bytes;
    const unsigned used = access.is_dense() ? access.count : 1;
    if (distance < used || !pays(access, used, distance, isa, lanes)) return std::nullopt;
    Span span{};
    span.distance = static_cast<unsigned>(distance);
    span.total = (lanes - 1) * span.distance + used;
    span.pieces = (span.total + lanes - 1) / lanes;
    return span;
}

}  // namespace lanewise::compiler
