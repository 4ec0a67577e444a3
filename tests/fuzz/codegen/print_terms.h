// Prints terms as OpenCL C.
// Thread-safety: functions without state.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "evaluate_terms.h"
#include "program_kind.h"

namespace lanewise::fuzz {

/// Offsets at which the results of terms are stored. Results of one scalar type are adjacent.
struct Outputs {
    std::map<Scalar, std::size_t> bases;
    std::vector<std::size_t> offsets;  // offset of each term's result
    std::size_t bytes = 0;

    static Outputs of(const std::vector<TermPtr>& terms);
};

std::string print(const Term& term);

/// Return the names by which printed code reads an input. input_name() names the current work-item's element;
/// input_macro() names a macro that loads the element of any work-item.
std::string input_name(Type type, unsigned number);
std::string input_macro(Type type, unsigned number);
/// Returns the name of an input that exists only for the first `edge_items` work-items.
std::string edge_name(Type type, unsigned number);

/// Prints kernels that store each term's results: one kernel for all terms, one kernel for each half of the terms, and
/// so on. The kernel arguments are the address of the inputs for each scalar type, and then the address of the results
/// for each scalar type.
std::string print_program(const std::vector<TermPtr>& terms, const Inputs& inputs, const ProgramKind& kind);

/// Returns the name of the kernel that computes `count` terms, beginning with term number `first`.
std::string kernel_name(std::size_t first, std::size_t count);

}  // namespace lanewise::fuzz
