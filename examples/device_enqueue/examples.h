// Runs an algorithm whose kernels enqueue each other, prints how long it took, and compares the result with the host's.
// Each example returns false when the results differ.
#pragma once

#include "session.h"

bool breadth_first_search(Session& session);
bool mariani_silver(Session& session);
bool quicksort(Session& session);
bool event_graph(Session& session);
