// Conversions to long.
#include "convert.h"

LW_CONVERT_TO_INTEGER(long)
