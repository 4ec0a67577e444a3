// Functions for property lists. A list consists of pairs of a name and a value, and ends with a 0.
#pragma once

#include <cstddef>
#include <vector>

namespace lanewise::runtime::api {

/// Copies the list with its terminating 0; returns an empty list if `list` is null.
template <class Property>
std::vector<Property> copy_properties(const Property* list) {
    std::vector<Property> copy;
    if (!list) return copy;
    for (; *list != 0; list += 2) copy.insert(copy.end(), {list[0], list[1]});
    copy.push_back(0);
    return copy;
}

/// Calls `visit(name, value)` for every pair of the list.
template <class Property, class Visit>
void for_each_property(const Property* list, Visit&& visit) {
    for (; list && *list != 0; list += 2) visit(list[0], list[1]);
}

}  // namespace lanewise::runtime::api
