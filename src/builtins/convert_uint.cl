// Conversions to uint.
#include "convert.h"

LW_CONVERT_TO_INTEGER(uint)
