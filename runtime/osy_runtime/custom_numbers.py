"""Custom formats of numbers (`#,##0.00`, `0.0%`, `000-000`, `+0;-0;none`), read as .NET reads them.

A format has up to three sections, for positive numbers, negative ones and zero. A section is read twice: first to see
how many digits it has on each side of the point, then to fill them in, from the left.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from osy_runtime.number_formats import Digits

_NONE = 1 << 30


def custom_text(number: Digits, pattern: str) -> str:
    """The number by the format."""
    sections = _sections(pattern)
    index = _section_of(number, sections)
    while True:
        layout = _Layout(sections[index])
        if number.digits:
            number.scale += layout.shift
            number.round(layout.digits if layout.exponent else number.scale + layout.digits - layout.point)
            if not number.digits and (other := _section_of(number, sections)) != index:
                index = other
                continue
        elif not number.is_double:
            number.negative = False
        return _Writer(number, layout, shows_sign=number.negative and index == 0).text()


def _sections(pattern: str) -> list[str]:
    found, start = [], 0
    for token, end in _tokens(pattern):
        if token == ";":
            found.append(pattern[start : end - 1])
            start = end
    return [*found, pattern[start:]]


def _section_of(number: Digits, sections: list[str]) -> int:
    """Which section formats the number; an empty one leaves its numbers to the first."""
    wanted = 2 if not number.digits else 1 if number.negative else 0
    if wanted == 2 and (len(sections) < 3 or not sections[2]):
        wanted = 1 if number.negative else 0
    return wanted if wanted < len(sections) and sections[wanted] else 0


def _tokens(pattern: str) -> Iterator[tuple[str, int]]:
    """The parts of a format, each with where it ends: a character, a quoted text, an escaped character, an exponent."""
    at = 0
    while at < len(pattern):
        start, mark = at, pattern[at]
        at += 1
        if mark in "'\"":
            close = pattern.find(mark, at)
            at = len(pattern) if close < 0 else close + 1
        elif mark == "\\" and at < len(pattern):
            at += 1
        elif mark in "eE":
            signed = at + 1 if pattern[at : at + 1] in ("+", "-") else at
            if pattern[signed : signed + 1] == "0":
                at = signed
                while pattern[at : at + 1] == "0":
                    at += 1
        yield pattern[start:at], at


@dataclass(slots=True)
class _Layout:
    """What a section is made of: how many digits, where the point stands among them, where zeros are wanted."""

    parts: list[str]
    digits: int = 0
    point: int = -1
    first_zero: int = _NONE
    last_zero: int = 0
    grouped: bool = False
    exponent: bool = False
    shift: int = 0

    def __init__(self, section: str) -> None:
        self.parts = [token for token, _ in _tokens(section)]
        self.digits, self.point, self.first_zero, self.last_zero = 0, -1, _NONE, 0
        self.grouped, self.exponent, self.shift = False, False, 0
        comma, commas = -1, 0
        for part in self.parts:
            match part:
                case "#" | "0":
                    if part == "0":
                        self.first_zero = min(self.first_zero, self.digits)
                        self.last_zero = self.digits + 1
                    self.digits += 1
                case ".":
                    self.point = self.digits if self.point < 0 else self.point
                case "," if self.digits > 0 and self.point < 0:
                    if comma == self.digits:
                        commas += 1
                        continue
                    self.grouped = self.grouped or comma >= 0
                    comma, commas = self.digits, 1
                case "%":
                    self.shift += 2
                case "‰":
                    self.shift += 3
                case _ if part[0] in "eE" and len(part) > 1:
                    self.exponent = True
        self.point = self.digits if self.point < 0 else self.point
        if comma >= 0:
            if comma == self.point:
                self.shift -= commas * 3
            else:
                self.grouped = True


class _Writer:
    def __init__(self, number: Digits, layout: _Layout, *, shows_sign: bool) -> None:
        self.number, self.layout, self.shows_sign = number, layout, shows_sign
        point = layout.point
        self.first = max(point - layout.first_zero, 0)
        self.last = min(point - layout.last_zero, 0)
        self.place = point if layout.exponent else max(number.scale, point)
        self.surplus = 0 if layout.exponent else number.scale - point
        self.at = 0
        self.out: list[str] = []

    def text(self) -> str:
        """The number, filled in."""
        layout, has_point = self.layout, False
        for part in layout.parts:
            if part in ("#", "0", "."):
                self._surplus_digits()
            match part:
                case "#" | "0":
                    self._digit()
                case ".":
                    left = self.at < len(self.number.digits)
                    if self.place == 0 and not has_point and (self.last < 0 or (layout.point < layout.digits and left)):
                        self.out.append(".")
                        has_point = True
                case ",":
                    pass
                case _ if part[0] in "'\"":
                    self.out.append(part[1:].removesuffix(part[0]))
                case _ if part[0] == "\\" and len(part) > 1:
                    self.out.append(part[1:])
                case _ if part[0] in "eE" and len(part) > 1:
                    self._exponent(part)
                case _:
                    self.out.append(part)
        text = "".join(self.out)
        return f"-{text}" if self.shows_sign and (text or self.number.scale) else text

    def _surplus_digits(self) -> None:
        """Digits before the point for which the format has no place of their own: they go before its first."""
        while self.surplus > 0:
            self._put(self._next() or "0")
            self.surplus -= 1

    def _next(self) -> str:
        digits = self.number.digits
        found = digits[self.at] if self.at < len(digits) else ""
        self.at += 1
        return found

    def _digit(self) -> None:
        if self.surplus < 0:
            self.surplus += 1
            mark = "0" if self.place <= self.first else ""
        else:
            mark = self._next() or ("0" if self.place > self.last else "")
        if mark:
            self._put(mark)
        else:
            self.place -= 1

    def _put(self, mark: str) -> None:
        self.out.append(mark)
        if self.layout.grouped and self.place > 1 and (self.place - 1) % 3 == 0:
            self.out.append(",")
        self.place -= 1

    def _exponent(self, part: str) -> None:
        number = self.number
        power = number.scale - self.layout.point if number.digits else 0
        sign = "-" if power < 0 else "+" if part[1] == "+" else ""
        width = len(part) - 1 - (part[1] in "+-")
        self.out.append(f"{part[0]}{sign}{abs(power):0{min(width, 10)}}")
