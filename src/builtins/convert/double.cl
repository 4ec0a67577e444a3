// Conversions to double.
#include "convert/convert.h"

LW_CONVERT_TO_FLOAT(double)
