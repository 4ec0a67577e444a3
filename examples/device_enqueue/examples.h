// Algorithms with kernels that enqueue other kernels. Each function runs one algorithm, prints its time, and compares
// its result with the host's result. The function returns false if the results differ.
#pragma once

#include "session.h"

bool breadth_first_search(Session& session);
bool mariani_silver(Session& session);
bool quicksort(Session& session);
bool event_graph(Session& session);
