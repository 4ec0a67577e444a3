// Headers that most tests include. Each test program parses these headers only once (tests/CMakeLists.txt,
// precompile_headers).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

// The fuzzers are built without GoogleTest.
#if __has_include(<gtest/gtest.h>)
#include <gtest/gtest.h>
#endif
