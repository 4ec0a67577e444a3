// Finds the edges of a grey picture: computes the magnitude of the gradient at each pixel by the Sobel operator.
int at(global const uchar* picture, int2 size, int x, int y)
{
    return picture[clamp(y, 0, size.y - 1) * size.x + clamp(x, 0, size.x - 1)];
}

kernel void edges(global const uchar* picture, int2 size, global uchar* result)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float2 gradient = 0;
    for (int d = -1; d <= 1; ++d) {
        const int weight = 2 - abs(d);
        gradient.x += weight * (at(picture, size, x + 1, y + d) - at(picture, size, x - 1, y + d));
        gradient.y += weight * (at(picture, size, x + d, y + 1) - at(picture, size, x + d, y - 1));
    }
    result[y * size.x + x] = convert_uchar_sat_rte(length(gradient));
}
