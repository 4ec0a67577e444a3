// A program as it leaves the process: CL_PROGRAM_BINARIES and cache entries. It holds IR, kernel
// signatures and, for kernels that were compiled, machine code together with what that was made
// for.
//
//     "LANEWISE" | version | build id | digest of all the rest | record
//
// Anything truncated, altered or foreign is told from a good binary by the checksum.
// Thread-safety: free of shared state.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "lanewise/kernel_info.h"
#include "lanewise/other_plans.h"
#include "lanewise/program_variables.h"
#include "lanewise/target.h"
#include "runtime/storage/byte_stream.h"
#include "runtime/storage/digest.h"

namespace lanewise::runtime {

enum class ProgramType : std::uint8_t { object, library, executable };

/// What machine code was made for and by.
struct CodeOrigin {
    Target target;
    std::uint32_t vector_width = 0;  // as in compiler::CodeOptions

    bool operator==(const CodeOrigin&) const = default;
};

/// The machine codes of one kernel: what most launches run, and what is made when a launch first needs it.
enum class CodeKind : std::uint8_t {
    usual,           // full chunks, of launches below small_id_bound
    partial_chunks,  // what KernelCode::whole_lanes and whole_rows leave out of that
    large_launch,    // all, for launches beyond small_id_bound or small_object_bound (KernelCode)
    flat_groups,     // all, of any ids, for launches whose sub-groups are not parts of rows (KernelCode::flat_groups)
    along_0,         // all, with lanes along this dimension, for launches too narrow in the one that was chosen
    along_1,
    along_2,
    along_linear_id,  // the same for launches that are too narrow in each
    eight_lanes,
    one_lane,
    two_items,  // these, eight_lanes and one_lane too, where launches try other plans than the usual one's
    sixteen_lanes,
    thirty_two_lanes,
    sixty_four_lanes,
    rows_of_16,
    rows_of_32,
    rows_of_8,
    rows_of_64,
};
inline constexpr std::size_t code_kinds = 18;

/// What the arguments of the launches point into that a machine code is for (KernelCode::written_apart).
enum class Objects : std::uint8_t { apart, shared };

/// The code by a plan that launches may try.
constexpr CodeKind kind_of(OtherPlan plan) {
    switch (plan) {
        case OtherPlan::one_lane: return CodeKind::one_lane;
        case OtherPlan::two_items: return CodeKind::two_items;
        case OtherPlan::lanes_8: return CodeKind::eight_lanes;
        case OtherPlan::lanes_16: return CodeKind::sixteen_lanes;
        case OtherPlan::lanes_32: return CodeKind::thirty_two_lanes;
        case OtherPlan::lanes_64: return CodeKind::sixty_four_lanes;
        case OtherPlan::rows_of_16: return CodeKind::rows_of_16;
        case OtherPlan::rows_of_32: return CodeKind::rows_of_32;
        case OtherPlan::rows_of_8: return CodeKind::rows_of_8;
        case OtherPlan::rows_of_64: return CodeKind::rows_of_64;
    }
    return CodeKind::usual;
}

struct ProgramImage {
    ProgramType type = ProgramType::executable;
    std::string options;  // of the build, for CL_PROGRAM_BUILD_OPTIONS
    std::string log;      // the front end's warnings
    Bytes ir;
    std::vector<KernelInfo> kernels;
    ProgramVariables variables;
    CodeOrigin origin;                                             // of all of `codes`
    std::map<std::pair<std::string, CodeKind>, KernelCode> codes;  // by kernel name; may lack any of them
};

/// `build_id` tells the compiler build (build_id.h).
Bytes write_program(const ProgramImage& program, const Digest& build_id);

/// Nothing for bytes that write_program did not make. Machine code of another compiler build is
/// left out: it may rest on another layout of what it is called with.
std::optional<ProgramImage> read_program(std::span<const std::uint8_t> bytes, const Digest& build_id);

/// Machine code of one kernel on its own, framed in the same way: a cache entry.
Bytes write_code(const KernelCode& code, const Digest& build_id);
std::optional<KernelCode> read_code(std::span<const std::uint8_t> bytes, const Digest& build_id);

}  // namespace lanewise::runtime
