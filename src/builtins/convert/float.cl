// Conversions to float.
#include "convert/convert.h"

LW_CONVERT_TO_FLOAT(float)
