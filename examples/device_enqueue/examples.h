// Runs an algorithm whose kernels enqueue each other, prints how long the algorithm took, and compares the result with
// a result of the host. Each function returns false if the results differ.
#pragma once

#include "session.h"

bool breadth_first_search(Session& session);
bool mariani_silver(Session& session);
bool quicksort(Session& session);
bool event_graph(Session& session);
