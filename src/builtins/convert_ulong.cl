// Conversions to ulong.
#include "convert.h"

LW_CONVERT_TO_INTEGER(ulong)
