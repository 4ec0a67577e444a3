"""Draws, in SVG, how many times faster a driver is than others: horizontal bars on a logarithmic scale."""
import math

ROW, BAR, LEFT, WIDTH, TOP = 10, 8, 190, 560, 46
COLOURS = ["#3b6ea5", "#d08a2e", "#7a9a4c", "#8a5a9e"]


def svg(ratios, names):
    """Returns the drawing. `ratios` is {figure: {other driver: ratio}}; `names` lists our driver, then the others."""
    others = names[1:]
    figures = [figure for figure, row in ratios.items() if row]
    everything = [ratio for figure in figures for ratio in ratios[figure].values()] or [1]
    low = math.floor(math.log2(min(everything + [0.5])))
    high = math.ceil(math.log2(max(everything + [2])))

    def x(ratio):
        return LEFT + WIDTH * (math.log2(ratio) - low) / (high - low)

    group = ROW * len(others) + 8
    height = TOP + group * len(figures) + 20
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 60}" height="{height}" '
           'font-family="sans-serif" font-size="11">',
           '<rect width="100%" height="100%" fill="white"/>']
    for index, other in enumerate(others):
        out.append(f'<rect x="{LEFT + 150 * index}" y="8" width="10" height="10" fill="{COLOURS[index % 4]}"/>'
                   f'<text x="{LEFT + 150 * index + 14}" y="17">times faster than {other}</text>')
    for power in range(low, high + 1):
        place = x(2.0 ** power)
        out.append(f'<line x1="{place:.1f}" y1="{TOP - 8}" x2="{place:.1f}" y2="{height - 16}" '
                   f'stroke="{"#444" if power == 0 else "#ddd"}"/>'
                   f'<text x="{place:.1f}" y="{TOP - 12}" text-anchor="middle">{2.0 ** power:g}</text>')
    for row, figure in enumerate(figures):
        y = TOP + row * group
        out.append(f'<text x="{LEFT - 8}" y="{y + group / 2 + 1:.1f}" text-anchor="end">{figure.split()[0]}</text>')
        for index, other in enumerate(others):
            if other not in ratios[figure]:
                continue
            ratio = ratios[figure][other]
            left, right = sorted((x(1), x(ratio)))
            out.append(f'<rect x="{left:.1f}" y="{y + index * ROW}" width="{max(right - left, 1):.1f}" '
                       f'height="{BAR}" fill="{COLOURS[index % 4]}"/>'
                       f'<text x="{right + 3:.1f}" y="{y + index * ROW + BAR}" font-size="9">{ratio:.2g}</text>')
    return "\n".join(out + ["</svg>", ""])
