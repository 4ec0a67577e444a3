// Each example runs an algorithm that the device drives by itself, prints how long it took, and compares the result
// with the host's: false when they differ.
#pragma once

#include "session.h"

bool breadth_first_search(Session& session);
bool mariani_silver(Session& session);
bool quicksort(Session& session);
bool event_graph(Session& session);
