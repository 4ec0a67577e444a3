// Conversions to ulong.
#include "convert/convert.h"

LW_CONVERT_TO_INTEGER(ulong)
