#!/usr/bin/env python3
"""Records sudokat in a terminal and draws the recording as examples/terminal.svg, the picture in the README.

    cargo build --release && tests/screens/draw.py

The commands below run in a pseudo-terminal, one after another. The picture is animated with the timing of the recording. Programs
that do not animate it show the moment when the progress bar of the last command appears.
"""
import codecs
import fcntl
import os
import pty
import random
import re
import struct
import subprocess
import tempfile
import termios
import time
from html import escape
from itertools import groupby, pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
COMMANDS = [
    "sudokat -o pretty inkala.sdk",
    "sudokat --verdict --explain mixed.txt",
    "sudokat --stats hard.txt > answers.txt",
]
COLUMNS, ROWS = 106, 30
# Seconds to wait before a command runs, after it has ended, and at the end of the recording.
BEFORE, AFTER, END = 0.8, 2.0, 5.0

# Writes that are closer together than this, in seconds, are drawn as one.
MOMENT = 0.05

CELL, LINE, LEFT, TOP = 8.4, 18, 16, 46
FONTS = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"
GROUND, EDGE, PLAIN, BOLD = "#1d1f27", "#4b5063", "#c9ccd6", "#ffffff"
# By the number in the escape sequence.
COLOURS = {"0": PLAIN, "1": BOLD, "32": "#7ccf8a", "34": "#7aa2f7"}
# Frames are drawn as lines, because fonts leave gaps between characters. UP and DOWN are the characters with a line that goes
# up or down from the center.
UP, DOWN = "│└┘├┤┴┼", "│┌┐├┤┬┼"
FRAMES = f"─{UP}{DOWN}"


def inputs(folder):
    """Writes the input files of the commands, made from the grids in examples/puzzles.txt."""
    lines = [line.split("#")[0].strip() for line in (ROOT / "examples/puzzles.txt").read_text().splitlines()]
    grids = [line for line in lines if line]
    wikipedia, inkala = grids[1:3]
    (folder / "inkala.sdk").write_text("".join(inkala[i : i + 9] + "\n" for i in range(0, 81, 9)))
    several, none, short = wikipedia.replace("7", "."), "5316" + wikipedia[4:], wikipedia[:8] + wikipedia[9:]
    (folder / "mixed.txt").write_text("\n".join([wikipedia, several, none, short, ""]))
    # The same grids with their digits renamed at random, which does not change how hard they are. One has a letter in it.
    chance = random.Random(1)
    hard = [grids[i % 8].translate(str.maketrans("123456789", "".join(chance.sample("123456789", 9)))) for i in range(600_000)]
    hard[123_455] = hard[123_455][:6] + "q" + hard[123_455][7:]
    (folder / "hard.txt").write_text("\n".join(hard) + "\n")


def record(command, folder):
    """Runs a command and returns what it writes to the terminal: pairs of the seconds since its start and the text."""
    terminal, ours = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environment = {**os.environ, "PATH": f"{ROOT / 'target/release'}:{os.environ['PATH']}", "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    started = time.monotonic()
    running = subprocess.Popen(
        ["bash", "-c", command], cwd=folder, env=environment, stdin=ours, stdout=ours, stderr=ours, start_new_session=True
    )
    os.close(ours)
    written, decoder = [], codecs.getincrementaldecoder("utf-8")()
    try:
        while data := os.read(terminal, 65536):
            written.append((time.monotonic() - started, decoder.decode(data)))
    except OSError:  # On Linux this means that no process has the terminal open any more.
        pass
    running.wait()
    os.close(terminal)
    return written


class Screen:
    """The contents of the terminal: each row is a list of pairs of a character and its color."""

    def __init__(self):
        self.rows, self.column, self.colour = [[]], 0, PLAIN

    def write(self, text):
        for number, letter, character in re.findall(r"\x1b\[(\d*)([A-Za-z])|(.)", text, re.DOTALL):
            if letter == "K":
                del self.rows[-1][self.column :]
            elif letter == "m":
                self.colour = COLOURS[number]
            elif character == "\r":
                self.column = 0
            elif character == "\n":
                self.rows.append([])
                self.column = 0
            else:
                self.put(character)

    def put(self, character):
        if self.column == COLUMNS:
            self.rows.append([])
            self.column = 0
        self.rows[-1][self.column : self.column + 1] = [(character, self.colour)]
        self.column += 1


def play(folder):
    """Runs the commands. Returns pairs of the seconds and the rows on the screen from then on, and the length of the recording."""
    screen, now, moments = Screen(), 0.0, []

    def look():
        rows = [tuple(row) for row in screen.rows]
        if moments and now - moments[-1][0] < MOMENT:
            moments[-1] = (moments[-1][0], rows)
        else:
            moments.append((now, rows))

    for command in COMMANDS:
        screen.write(f"\x1b[34m$\x1b[1m {command}\x1b[0m")
        look()
        now += BEFORE
        screen.write("\n")
        started = now
        for seconds, text in record(command, folder):
            now = started + seconds
            screen.write(text)
            look()
        now += AFTER
        screen.write("\n")
    screen.write("\x1b[34m$")
    look()
    return moments, now + END


def spans(moments, end):
    """Yields each text that a row shows: the number of the row, the text, and when it appears and disappears."""
    for number in range(max(len(rows) for _, rows in moments)):
        shown = [(now, rows[number] if number < len(rows) else ()) for now, rows in moments]
        changes = [next(same) for _, same in groupby(shown, key=lambda moment: moment[1])]
        for (since, content), (until, _) in pairwise([*changes, (end, ())]):
            if content:
                yield number, content, since, until


def row(number, content):
    """Returns the SVG elements of one row."""
    y, column, parts = TOP + number * LINE, 0, []
    for kind, pairs in groupby(content, key=lambda pair: "frame" if pair[0] in FRAMES else pair[1]):
        text = "".join(character for character, _ in pairs)
        x = LEFT + (column + len(text) - len(text.lstrip())) * CELL
        shown = text.strip()
        if kind == "frame":
            middles = [x + (i + 0.5) * CELL for i in range(len(text))]
            lines = f"M{middles[0]:.1f} {y - 5}H{middles[-1]:.1f}" if len(text) > 1 else ""
            for middle, character in zip(middles, text):
                if character in UP + DOWN:
                    top, bottom = y - 5 - 9 * (character in UP), y - 5 + 9 * (character in DOWN)
                    lines += f"M{middle:.1f} {top}V{bottom}"
            parts.append(f'<path d="{lines}"/>')
        elif shown:
            weight = ' font-weight="bold"' if kind == BOLD else ""
            place = f'x="{x:.1f}" y="{y}" textLength="{len(shown) * CELL:.1f}"'
            parts.append(f'<text {place} fill="{kind}"{weight}>{escape(shown, quote=False)}</text>')
        column += len(text)
    return "".join(parts)


def draw(moments, end):
    """Returns the SVG. Each text of a row is a group that is opaque while the text is on the screen."""
    bars = [now for now, rows in moments if ("%", PLAIN) in rows[-1]]
    if not bars:
        raise SystemExit("the bar was not on the screen: the last command needs more than a second")
    still = bars[0]
    width, height = 2 * LEFT + COLUMNS * CELL, TOP + max(len(rows) for _, rows in moments) * LINE
    style, body = [], []
    for number, content, since, until in spans(moments, end):
        begin, stop = (f"{100 * seconds / end:.2f}%" for seconds in (since, until))
        hidden = "" if since <= still < until else ' opacity="0"'
        style.append(f"@keyframes k{len(body)}{{0%{{opacity:0}}{begin}{{opacity:1}}{stop}{{opacity:0}}}}")
        body.append(f'<g style="animation-name:k{len(body)}"{hidden}>{row(number, content)}</g>')
    for i, fill in enumerate(["#e06c75", "#e5c07b", "#98c379"]):
        body.append(f'<circle cx="{20 + 18 * i}" cy="16" r="5.5" fill="{fill}"/>')
    size = f'width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}"'
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} xml:space="preserve" font-family="{FONTS}" font-size="14">',
        "<style>",
        f"g{{animation:{end:.1f}s step-end infinite}}",
        "@media(prefers-reduced-motion:reduce){g{animation:none}}",
        "text{white-space:pre}",
        f"path{{stroke:{PLAIN};stroke-linecap:square;shape-rendering:crispEdges;fill:none}}",
        *style,
        "</style>",
        f'<rect x=".5" y=".5" width="{width - 1:.0f}" height="{height - 1}" rx="9" fill="{GROUND}" stroke="{EDGE}"/>',
        *body,
        "</svg>\n",
    ])


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inputs(folder)
        (ROOT / "examples/terminal.svg").write_text(draw(*play(folder)))


if __name__ == "__main__":
    main()
