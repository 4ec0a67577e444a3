// Sub-group operations: printed as OpenCL C, and computed.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "program.h"

namespace lanewise::fuzz {

/// The values of the participating lanes, by lane.
using LaneValues = std::map<std::size_t, Value>;

/// Whether the operation exists for the type.
bool has_operation(SubGroup operation, Type type);

/// Returns the result of lane `lane` in a sub-group of at most `size` lanes.
Value sub_group_result(const Statement& statement, Type type, unsigned size, std::size_t lane,
                       const LaneValues& values);

/// Returns statements that assign the result to `place`; `value` is of `type`.
std::string sub_group_text(const Statement& statement, Type type, unsigned size, const std::string& place,
                           const std::string& value);

}  // namespace lanewise::fuzz
