#!/usr/bin/env python3
"""Draws speed.svg from figures.tsv: a bar chart of grids per second for each set and solver, on a logarithmic scale.

    tests/bench/plot.py
"""

import math
from pathlib import Path

FOLDER = Path(__file__).parent
LEAST, MOST = 10_000, 30_000_000
LEFT, WIDTH, BAR, GAP = 150, 560, 11, 14
COLOURS = ["#0b5394", "#3d85c6", "#9fc5e8", "#b45f06", "#f6b26b"]


def across(speed):
    return LEFT + WIDTH * math.log(speed / LEAST) / math.log(MOST / LEAST)


def text(x, y, words, anchor="start", size=11):
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}">{words}</text>'


def main():
    header, *sets = [line.split("\t") for line in (FOLDER / "figures.tsv").read_text().splitlines()]
    solvers = list(zip(header[1:], COLOURS))
    parts, y = [], 30
    for solver, colour in solvers:
        parts.append(f'<rect x="{LEFT + WIDTH + 66}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
        parts.append(text(LEFT + WIDTH + 82, y, solver))
        y += 18
    y = 20
    for name, *speeds in sets:
        bars = [(float(speed), colour) for speed, (_, colour) in zip(speeds, solvers) if speed]
        parts.append(text(LEFT - 8, y + BAR * len(bars) / 2 + 4, name, "end"))
        for speed, colour in bars:
            width = across(speed) - LEFT
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR - 1}" fill="{colour}"/>')
            parts.append(text(across(speed) + 4, y + BAR - 2, f"{speed:,.0f}", size=9))
            y += BAR
        y += GAP
    for exponent in range(4, 8):
        x = across(10**exponent)
        parts.insert(0, f'<line x1="{x:.1f}" y1="14" x2="{x:.1f}" y2="{y}" stroke="#dddddd"/>')
        parts.append(text(x, y + 12, f"{10**exponent:,}", "middle", 10))
    parts.append(text(LEFT + WIDTH / 2, y + 28, "grids per second in memory, on one thread: is there a second solution?", "middle"))
    size = f'width="{LEFT + WIDTH + 196}" height="{y + 40}"'
    body = "\n".join(parts)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">\n'
    svg += f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    (FOLDER / "speed.svg").write_text(svg)


main()
