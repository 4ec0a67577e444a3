// The format of a serialized program, in CL_PROGRAM_BINARIES and cache entries. The program consists of IR, kernel
// signatures, the machine code of compiled kernels and the target of the machine code.
//
//     "LANEWISE" | version | build id | digest of all the rest | record
//
// The digest reveals truncated, altered or foreign data. No shared state; thread-safe.
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

/// The target and options for which machine code was compiled.
struct CodeOrigin {
    Target target;
    std::uint32_t vector_width = 0;  // as in compiler::CodeOptions
    std::string passes{};            // as in compiler::CodeOptions

    bool operator==(const CodeOrigin&) const = default;
};

/// The versions of the code of one kernel: the usual code, and others that are compiled when a launch first needs them.
enum class CodeKind : std::uint8_t {
    usual,           // runs full chunks of launches whose ids are below small_id_bound
    partial_chunks,  // runs only chunks that `usual` cannot run (KernelCode::whole_lanes and whole_rows)
    large_launch,    // all chunks, for launches with larger ids or with objects above small_object_bound (KernelCode)
    flat_groups,  // all chunks, any ids; for launches whose sub-groups are not parts of rows (KernelCode::flat_groups)
    along_0,      // all chunks, lanes along dimension 0; for launches too narrow in the planned dimension
    along_1,
    along_2,
    along_linear_id,  // all chunks, lanes by linear id; for launches too narrow in every dimension
    eight_lanes,
    one_lane,
    two_items,  // from eight_lanes to the end: other plans, which trials compare with the usual code
    sixteen_lanes,
    thirty_two_lanes,
    sixty_four_lanes,
    rows_of_16,
    rows_of_32,
    rows_of_8,
    rows_of_64,
};
inline constexpr std::size_t code_kinds = 18;

/// Assumption of compiled code about the arguments of a launch: they share no objects, or may share objects
/// (KernelCode::written_apart).
enum class Objects : std::uint8_t { apart, shared };

/// Returns the kind of the code that is compiled with `plan`.
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
    std::string options;  // build options, as CL_PROGRAM_BUILD_OPTIONS returns them
    std::string log;      // warnings of the front end
    Bytes ir;
    std::vector<KernelInfo> kernels;
    ProgramVariables variables;
    CodeOrigin origin;  // target and options of all machine code in `codes`
    // The key is the name of a kernel and the kind of code. Code that was never needed may be missing.
    std::map<std::pair<std::string, CodeKind>, KernelCode> codes;
};

/// Serializes a program. `build_id` identifies the compiler build (build_id.h).
Bytes write_program(const ProgramImage& program, const Digest& build_id);

/// Reads a program; returns nothing if the bytes do not come from write_program(). Drops machine code of another
/// compiler build, because its call interface may differ.
std::optional<ProgramImage> read_program(std::span<const std::uint8_t> bytes, const Digest& build_id);

/// Serializes the machine code of one kernel as a cache entry, with the same version, build id and digest as a program.
Bytes write_code(const KernelCode& code, const Digest& build_id);
std::optional<KernelCode> read_code(std::span<const std::uint8_t> bytes, const Digest& build_id);

}  // namespace lanewise::runtime
