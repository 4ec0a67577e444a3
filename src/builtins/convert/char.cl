// Conversions to char.
#include "convert/convert.h"

LW_CONVERT_TO_INTEGER(char)
