// What the lanes of a sub-group put together: as OpenCL C, and computed.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "program.h"

namespace lanewise::fuzz {

/// The values of the lanes that are there, by lane.
using LaneValues = std::map<std::size_t, Value>;

/// Whether `statement.sub_group` is there for the type.
bool has_operation(SubGroup operation, Type type);

/// What lane `lane` of at most `size` gets.
Value sub_group_result(const Statement& statement, Type type, unsigned size, std::size_t lane,
                       const LaneValues& values);

/// Statements that assign it to `place`; `value` is of `type`.
std::string sub_group_text(const Statement& statement, Type type, unsigned size, const std::string& place,
                           const std::string& value);

}  // namespace lanewise::fuzz
