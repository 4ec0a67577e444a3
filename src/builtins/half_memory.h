// Types for vectors of half in memory that is aligned only to the size of one half.
#pragma once

#include "conversion.h"

#define LW_UNALIGNED_HALF(n) typedef half##n half##n##_unaligned __attribute__((aligned(sizeof(half))))

LW_UNALIGNED_HALF(2);
LW_UNALIGNED_HALF(4);
LW_UNALIGNED_HALF(8);
LW_UNALIGNED_HALF(16);
