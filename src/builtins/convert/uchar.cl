// Conversions to uchar.
#include "convert/convert.h"

LW_CONVERT_TO_INTEGER(uchar)
