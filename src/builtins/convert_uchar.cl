// Conversions to uchar.
#include "convert.h"

LW_CONVERT_TO_INTEGER(uchar)
