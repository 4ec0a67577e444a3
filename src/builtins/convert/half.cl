// Conversions to half.
#include "convert/convert.h"

LW_CONVERT_TO_FLOAT(half)
