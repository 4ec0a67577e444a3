// Conversions to ushort.
#include "convert.h"

LW_CONVERT_TO_INTEGER(ushort)
