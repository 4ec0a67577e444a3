// Conversions to half.
#include "convert.h"

LW_CONVERT_TO_FLOAT(half)
