// Conversions to ushort.
#include "convert/convert.h"

LW_CONVERT_TO_INTEGER(ushort)
