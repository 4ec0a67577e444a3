// Terms as OpenCL C.
// Thread-safety: functions without state.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "evaluate_terms.h"
#include "program_kind.h"

namespace lanewise::fuzz {

/// Where in memory terms are stored: those of one scalar type side by side.
struct Outputs {
    std::map<Scalar, std::size_t> bases;
    std::vector<std::size_t> offsets;  // of each term
    std::size_t bytes = 0;

    static Outputs of(const std::vector<TermPtr>& terms);
};

std::string print(const Term& term);

/// Names of an input: of its element for this work-item, and of a macro that gives the one of any work-item.
std::string input_name(Type type, unsigned number);
std::string input_macro(Type type, unsigned number);
/// The same of an input that ends at edge_items.
std::string edge_name(Type type, unsigned number);

/// Kernels that store each term for each work-item: one of all terms, one of each half, and so on. Their arguments are
/// where the inputs of each scalar type begin, and then where the outputs do.
std::string print_program(const std::vector<TermPtr>& terms, const Inputs& inputs, const ProgramKind& kind);

/// The one of `count` terms from `first` on.
std::string kernel_name(std::size_t first, std::size_t count);

}  // namespace lanewise::fuzz
