// Sub-group operations: prints them as OpenCL C, and computes their results.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "program.h"

namespace lanewise::fuzz {

/// The values of the participating lanes, by lane number.
using LaneValues = std::map<std::size_t, Value>;

/// Returns whether `operation` exists for values of `type`.
bool has_operation(SubGroup operation, Type type);

/// Returns the result for lane `lane` in a sub-group of at most `size` lanes. `values` contains the values of the lanes
/// that take part.
Value sub_group_result(const Statement& statement, Type type, unsigned size, std::size_t lane,
                       const LaneValues& values);

/// Returns statements that assign the operation's result to `place`. `value` is the text of the operand, of type
/// `type`.
std::string sub_group_text(const Statement& statement, Type type, unsigned size, const std::string& place,
                           const std::string& value);

}  // namespace lanewise::fuzz
