// The examples. Each example prints a line, and returns true if the device's results are right.
#pragma once

#include "device.h"

bool norms(Device& device);
bool edges(Device& device);
bool add_numbers(Device& device);
