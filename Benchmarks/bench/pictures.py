"""Charts in plain SVG: bars and lines with titles, axes and units, real text, and colours for light and dark mode."""

import math
from html import escape

WIDTH, HEIGHT = 680, 380
LEFT, RIGHT, TOP, BOTTOM = 76, 24, 56, 64
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #24292f } .title { font-size: 16px; font-weight: 600 }
.mark { fill: #0969da } .line { fill: none; stroke: #0969da; stroke-width: 2 } .rule { stroke: #8c959f; stroke-width: 1 }
.limit { stroke: #bc4c00; stroke-width: 2; stroke-dasharray: 6 4 } .grid { stroke: #8c959f; stroke-opacity: .3 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .mark { fill: #58a6ff } .line { stroke: #58a6ff } .limit { stroke: #f0883e }
}"""
INNER_WIDTH, INNER_HEIGHT = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM


def picture(title, x_label, y_label, parts):
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">
<style>{STYLE}
</style>
<text class="title" x="{LEFT}" y="28">{escape(title)}</text>
<line class="rule" x1="{LEFT}" y1="{TOP}" x2="{LEFT}" y2="{HEIGHT - BOTTOM}"/>
<line class="rule" x1="{LEFT}" y1="{HEIGHT - BOTTOM}" x2="{WIDTH - RIGHT}" y2="{HEIGHT - BOTTOM}"/>
<text x="{LEFT + INNER_WIDTH / 2:g}" y="{HEIGHT - 14}" text-anchor="middle">{escape(x_label)}</text>
<text transform="translate(20 {TOP + INNER_HEIGHT / 2:g}) rotate(-90)" text-anchor="middle">{escape(y_label)}</text>
{chr(10).join(parts)}
</svg>
"""


def bars(title, y_label, bars):
    """Ratios on a logarithmic scale with their targets: (name, ratio, target) each."""
    values = [value for _, ratio, target in bars for value in (ratio, target)]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    high = max(high, low + 1)
    place = lambda value: TOP + INNER_HEIGHT * (high - math.log10(value)) / (high - low)
    parts = [part for power in range(low, high + 1) for part in rung(place(10.0**power), f"{10.0**power:g} ×")]
    step = INNER_WIDTH / len(bars)
    for number, (name, ratio, target) in enumerate(bars):
        left, width, top, limit = LEFT + step * (number + 0.2), step * 0.6, place(ratio), place(target)
        figure = f"{ratio:.{0 if ratio >= 10 else 2}f}"
        parts += [
            f'<rect class="mark" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{HEIGHT - BOTTOM - top:.1f}"/>',
            f'<line class="limit" x1="{left - 8:.1f}" y1="{limit:.1f}" x2="{left + width + 8:.1f}" y2="{limit:.1f}"/>',
            label(left + width / 2, min(top, limit) - 6, figure),
            label(left + width / 2, HEIGHT - BOTTOM + 20, name),
        ]
    return picture(title, "measure (dashed: its target)", y_label, parts)


def line(title, x_label, y_label, points):
    """Points along a logarithmic x axis; the y axis starts at 0."""
    highest = nice(max(y for _, y in points))
    lowest_x, highest_x = math.log10(points[0][0]), math.log10(points[-1][0])
    across = lambda x: LEFT + INNER_WIDTH * (0.04 + 0.92 * (math.log10(x) - lowest_x) / ((highest_x - lowest_x) or 1))
    up = lambda y: TOP + INNER_HEIGHT * (1 - y / highest)
    parts = [part for fifth in range(6) for part in rung(up(highest * fifth / 5), f"{highest * fifth / 5:g}")]
    parts.append('<polyline class="line" points="' + " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in points) + '"/>')
    for x, y in points:
        parts += [
            f'<circle class="mark" cx="{across(x):.1f}" cy="{up(y):.1f}" r="4"/>',
            label(across(x), up(y) - 10, f"{y:.2f}"),
            label(across(x), HEIGHT - BOTTOM + 20, f"{x:,}"),
        ]
    return picture(title, x_label, y_label, parts)


def label(x, y, text):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'


def rung(y, value):
    return [
        f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>',
        f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value}</text>',
    ]


def nice(value):
    """The next larger round number, with space for a label."""
    power = 10 ** math.floor(math.log10(value * 1.1))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value * 1.1)
