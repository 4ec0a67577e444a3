// Conversions to long.
#include "convert/convert.h"

LW_CONVERT_TO_INTEGER(long)
