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

/// The offsets at which terms are stored; terms of one scalar type lie side by side.
struct Outputs {
    std::map<Scalar, std::size_t> bases;
    std::vector<std::size_t> offsets;  // for each term
    std::size_t bytes = 0;

    static Outputs of(const std::vector<TermPtr>& terms);
};

std::string print(const Term& term);

/// These name an input: its element of this work-item, and a macro for the element of any work-item.
std::string input_name(Type type, unsigned number);
std::string input_macro(Type type, unsigned number);
/// Names an input that ends at edge_items.
std::string edge_name(Type type, unsigned number);

/// Prints kernels that store each term for each work-item: one of all terms, one of each half, and so on. Their
/// arguments are the inputs' start for each scalar type, then the outputs' start.
std::string print_program(const std::vector<TermPtr>& terms, const Inputs& inputs, const ProgramKind& kind);

/// Returns the name of the kernel of `count` terms from `first` on.
std::string kernel_name(std::size_t first, std::size_t count);

}  // namespace lanewise::fuzz
