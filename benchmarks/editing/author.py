"""Makes the recording: a user who writes, errs, takes back, renames, and changes branches, led by a seed.

The author has the project's texts and does to them what is recorded, so that every place in the recording is the right
one. A scene is something a user sets out to do; most scenes are taken back at their end, so the project stays what it
is for an hour. No scene leaves a fault behind.
"""

import random
import re
from collections.abc import Callable, Iterator

from benchmarks.editing.buffer import Buffer, Edit, renamed
from benchmarks.editing.desk import BIG, SMALL_FILES, desk_files
from benchmarks.editing.recording import DiskChange, Step

SEED = 20
HOUR_S = 3600.0
CHECK_EVERY_S = 200.0

_FUNCTION_HEAD = re.compile(r"(?m)^(?:public decimal|\w+) (?:Worth|CardOf|Describe)\w+\(\w+ row[^)]*\) \{")
_ENTITY = re.compile(r"  decimal Total = 0m;")
_EVENT = re.compile(r"  event Close(\w+)\(\);")
_STATE = re.compile(r"  state Open \{")
_ENTER = re.compile(r"enter \{ this\.Item\.Note = [^}]*;")
_ENDS = re.compile(r"(?m)^\}\n\n(?=\S)")
_CALLED = re.compile(r"public (?:decimal|int) (?:Worth|Sum)\w+(?=\()")
_NAMES = re.compile(r"\b(?:Describe|Worth|Sum|Stage|Take|Leave|World|Ada|Case|Card|Line|Flow)\d+x\w+")
_FUNCTION = re.compile(r"(?ms)^string Describe(\w+)\(.*?^\}\n\n")
_MARKS = re.compile(r"[;}]\n")

STATEMENTS = (
    'Log.Information("seen {{Count}} of {{All}}", {n}, row.Weight);',
    'var text{n} = $"{{1 + {n}}} of {{row.Reference}}".Trim();',
    "var all{n} = new List<string>();\n  all{n}.Add(row.Reference);",
    'if ({n} > row.Weight) {{\n    Log.Warning("odd");\n  }}',
    'foreach (var each{n} in row.Lines.Where(l => l.Count > {n})) {{\n    Log.Information(each{n}.Text);\n  }}',
    "// 漢字 and 😀, e\u0301 too: {n}\n  var after{n} = row.Total * 2m; /* 😀 */ var more{n} = after{n};",
    "try {{ row.Note = row.Reference.Substring({n}); }} catch (Exception e{n}) {{ Log.Error(e{n}, \"no\"); }}",
)  # fmt: skip
WRONG = (
    "row.Nothing{n} = 1;",
    'var wrong{n} = row.Weight + "x" - ;',
    "goto Nowhere{n};",
    "Unknown{n}(row);",
    "row.Weight = true;",
)
FUNCTION = """\
/// Written in the hour: number {n}.
string Hour{n}(string words, int times = 2) {{
  var told = "";
  for (var i = 0; i < times; i++) {{
    told = told + words.Trim() + ", ";
  }}
  return told.Length > {n} ? told : words;
}}

"""


def hour(seed: int = SEED, length_s: float = HOUR_S) -> tuple[Step, ...]:
    """The steps of the hour, the same for the same seed."""
    return Author(seed).recording(length_s)


class Author:
    """Records scenes one after the other."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.disk = desk_files()
        self.open: dict[str, Buffer] = {}
        self.steps: list[Step] = []
        self.at = 0.0
        self.number = 0
        self._checked_at = 0.0

    def recording(self, length_s: float) -> tuple[Step, ...]:
        """Scenes until the time is over; at the end everything is saved and compared."""
        self.do_open(BIG)
        scenes: list[Callable[[], None]] = [
            *(self.writes_statements,) * 6,
            *(self.writes_a_function, self.writes_an_event, self.writes_a_member, self.changes_a_body) * 2,
            *(self.errs, self.breaks_a_block, self.calls_it_otherwise) * 2,
            *(self.pastes, self.moves, self.renames, self.renames, self.goes_to_another_file),
            *(self.changes_branches, self.lets_a_tool_write, self.makes_a_file),
        ]
        while self.at < length_s:
            self.chance.choice(scenes)()
            if self.at - self._checked_at > CHECK_EVERY_S:
                self.do_check()
        self.save_all()
        self.do_check()
        return tuple(self.steps)

    # ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _record(self, do: str, pause_s: float = 0.0, **told: object) -> None:
        self.steps.append(Step(at=round(self.at, 1), do=do, **told))  # type: ignore[arg-type]  # the fields of a step
        self.at += pause_s + self.chance.uniform(0.2, 1.5)

    def do_open(self, file: str) -> None:
        """Open a file, or take it to the front."""
        if file not in self.open:
            self.open[file] = Buffer(self.disk[file], self.disk[file])
            self._record("open", 2.0, file=file)

    def do_save(self, file: str) -> None:
        """Write what is open to the disk."""
        self.open[file].saved = self.disk[file] = self.open[file].text
        self._record("save", file=file)

    def save_all(self) -> None:
        """Save all that is not saved."""
        for file, buffer in self.open.items():
            if buffer.is_dirty:
                self.do_save(file)

    def do_close(self, file: str) -> None:
        """Close a file, saved."""
        if self.open[file].is_dirty:
            self.do_save(file)
        del self.open[file]
        self._record("close", file=file)

    def do_type(self, file: str, offset: int, text: str) -> int:
        """Type; what comes back is the offset behind it."""
        buffer, key_s = self.open[file], round(self.chance.uniform(0.12, 0.28), 2)
        line, column = buffer.place(offset)
        edit = Edit(offset, "", text)
        buffer.apply(edit)
        buffer.did((edit,))
        self._record("type", len(text) * key_s, file=file, line=line, column=column, text=text, key_s=key_s)
        return offset + len(text)

    def do_erase(self, file: str, offset: int, count: int) -> int:
        """Erase before a place; what comes back is the place that is left."""
        buffer, key_s = self.open[file], round(self.chance.uniform(0.08, 0.15), 2)
        line, column = buffer.place(offset)
        edit = Edit(offset - count, buffer.text[offset - count : offset], "")
        buffer.apply(edit)
        buffer.did((edit,))
        self._record("erase", count * key_s, file=file, line=line, column=column, count=count, key_s=key_s)
        return offset - count

    def do_replace(self, file: str, start: int, end: int, text: str) -> None:
        """Cut and paste at once."""
        buffer = self.open[file]
        (line, column), (end_line, end_column) = buffer.place(start), buffer.place(end)
        edit = Edit(start, buffer.text[start:end], text)
        buffer.apply(edit)
        buffer.did((edit,))
        self._record(
            "replace", 1.0, file=file, line=line, column=column, end_line=end_line, end_column=end_column, text=text
        )

    def do_undo(self, file: str, count: int, do: str = "undo") -> None:
        """Take steps back, or do them again."""
        buffer = self.open[file]
        for _ in range(count):
            for edit in buffer.undo() if do == "undo" else buffer.redo():
                buffer.apply(edit)
        self._record(do, count * 0.4, file=file, count=count)

    def do_look(self, file: str, offset: int) -> None:
        """Read what the editor says."""
        line, column = self.open[file].place(offset)
        self._record("look", self.chance.uniform(2, 9), file=file, line=line, column=column)

    def do_check(self) -> None:
        """Look, and compare."""
        self._checked_at = self.at
        self._record("check", 2.0)

    def do_rename(self, file: str, offset: int, old: str, new: str) -> None:
        """Give a name another one, in all files."""
        line, column = self.open[file].place(offset)
        self._record("rename", 3.0, file=file, line=line, column=column, text=new)
        for name, buffer in self.open.items():
            edits = tuple(_edits(buffer.text, old, new))
            for edit in edits:
                buffer.apply(edit)
            if edits:
                buffer.did(edits)
            elif name == file:
                raise AssertionError(f"{old} is not in {file}")
        for name, text in self.disk.items():
            if name not in self.open:
                self.disk[name] = renamed(text, old, new)

    def do_disk(self, changes: list[DiskChange], *, told: bool) -> None:
        """Let something else write files. What is open and saved follows."""
        assert not any(buffer.is_dirty for buffer in self.open.values())
        for change in changes:
            if change.new is None:
                del self.disk[change.file]
                continue
            before = self.disk.get(change.file, "")
            assert before.count(change.old) == 1 or not before
            self.disk[change.file] = before.replace(change.old, change.new, 1) if before else change.new
            if change.file in self.open:
                self.open[change.file].reload(self.disk[change.file])
        self._record("disk", 3.0, changes=tuple(changes), told=told)

    # ── Scenes ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _file(self) -> str:
        return BIG if self.chance.random() < 0.7 else self.chance.choice([*self.open])

    def _find(self, file: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = [*pattern.finditer(self.open[file].text)]
        self.number += 1
        return self.chance.choice(found) if found else None

    def _end(self, file: str, depth: int, keep: float = 0.3) -> None:
        """Keep what the scene has done, or take it back."""
        if self.chance.random() < keep:
            if self.chance.random() < 0.5:
                self.do_save(file)
            return
        count = len(self.open[file].undoable) - depth
        if count:
            self.do_undo(file, count)

    def _type_with_slips(self, file: str, offset: int, text: str) -> int:
        """Type in pieces, now and then with a wrong letter that is erased again."""
        while text:
            length = self.chance.randrange(6, 40)
            piece, text = text[:length], text[length:]
            offset = self.do_type(file, offset, piece)
            if text and self.chance.random() < 0.25:
                slip = self.chance.choice(["x", "qq", ".", "}", '"', "(("])
                offset = self.do_erase(file, self.do_type(file, offset, slip), len(slip))
        return offset

    def writes_statements(self) -> None:
        """One or two statements into a function."""
        file = self._file()
        depth = len(self.open[file].undoable)
        for _ in range(self.chance.randrange(1, 3)):
            found = self._find(file, _FUNCTION_HEAD)
            if found is None:
                return
            statement = self.chance.choice(STATEMENTS).format(n=self.number % 90 + 1)
            end = self._type_with_slips(file, found.end(), f"\n  {statement}")
            self.do_look(file, end - 3)
        self._end(file, depth)

    def writes_a_function(self) -> None:
        """A whole function between two declarations."""
        file = self._file()
        found, depth = self._find(file, _ENDS), len(self.open[file].undoable)
        if found is not None:
            end = self._type_with_slips(file, found.end(), FUNCTION.format(n=self.number))
            self.do_look(file, end - 8)
            self._end(file, depth, keep=0.15)

    def writes_an_event(self) -> None:
        """An event, a slot that waits for it, and where it leads."""
        depth = len(self.open[BIG].undoable)
        found = self._find(BIG, _EVENT)
        if found is None:
            return
        name = f"Ping{self.number}"
        end = self._type_with_slips(BIG, found.end(), f"\n  event {name}(string reason);")
        self.do_look(BIG, end - 4)
        state = _STATE.search(self.open[BIG].text, end)
        assert state is not None
        slot = f"\n    subscribe {name}(string reason) as Slot{name};"
        end = self._type_with_slips(BIG, state.end(), slot)
        end = self._type_with_slips(
            BIG, end, f"\n    on {name}(string reason) {{ this.Item.Note = reason; goto Done; }}"
        )
        self.do_look(BIG, end - 6)
        self._end(BIG, depth, keep=0.2)

    def writes_a_member(self) -> None:
        """A field of an entity."""
        file = self._file()
        found, depth = self._find(file, _ENTITY), len(self.open[file].undoable)
        if found is not None:
            text = f"\n  [MaxLength({self.number % 90 + 9})] string? Extra{self.number};"
            self.do_look(file, self._type_with_slips(file, found.end(), text) - 3)
            self._end(file, depth, keep=0.2)

    def changes_a_body(self) -> None:
        """A statement more in the body of a state."""
        found, depth = self._find(BIG, _ENTER), len(self.open[BIG].undoable)
        if found is not None:
            end = self._type_with_slips(BIG, found.end(), f" this.Item.Weight = {self.number % 100};")
            self.do_look(BIG, end - 8)
            self._end(BIG, depth)

    def errs(self) -> None:
        """Something wrong, seen and taken back."""
        file = self._file()
        found, depth = self._find(file, _FUNCTION_HEAD), len(self.open[file].undoable)
        if found is not None:
            wrong = self.chance.choice(WRONG).format(n=self.number)
            self.do_look(file, self._type_with_slips(file, found.end(), f"\n  {wrong}") - 2)
            self._end(file, depth, keep=0)

    def breaks_a_block(self) -> None:
        """A mark is erased, seen missing, and typed again."""
        file = self._file()
        found = self._find(file, _MARKS)
        if found is not None:
            left = self.do_erase(file, found.start() + 1, 1)
            self.do_look(file, left)
            self.do_type(file, left, found[0][0])

    def calls_it_otherwise(self) -> None:
        """The name of a function that others call is changed by hand: they are wrong until it is changed back."""
        file = self._file()
        found = self._find(file, _CALLED)
        if found is not None:
            end = self.do_type(file, found.end(), "Otherwise")
            self.do_look(file, end - 4)
            if self.chance.random() < 0.4:
                self.do_check()
            self.do_undo(file, 1)

    def pastes(self) -> None:
        """A function once more under another name, taken back and done again."""
        found, depth = self._find(BIG, _FUNCTION), len(self.open[BIG].undoable)
        if found is not None:
            copy = found[0].replace(f"Describe{found[1]}", f"Pasted{self.number}")
            self.do_replace(BIG, found.end(), found.end(), copy)
            self.do_look(BIG, found.end() + 9)
            self.do_undo(BIG, 1)
            self.do_undo(BIG, 1, "redo")
            self._end(BIG, depth, keep=0.2)

    def moves(self) -> None:
        """A function is cut out, missed, and put elsewhere."""
        found = self._find(BIG, _FUNCTION)
        if found is not None:
            self.do_replace(BIG, found.start(), found.end(), "")
            self.do_look(BIG, found.start())
            places = [one.end() for one in _ENDS.finditer(self.open[BIG].text)]
            place = self.chance.choice(places)
            self.do_replace(BIG, place, place, found[0])
            self.do_look(BIG, place + 9)

    def renames(self) -> None:
        """The server gives a name another one; now and then it is taken back at once, in the files that are open."""
        file = self._file()
        found = self._find(file, _NAMES)
        if found is None or file.startswith("tests/"):
            return
        kind = re.match(r"[A-Za-z]+", found[0])
        assert kind is not None
        number = found[0].rsplit("x", 1)[0].removeprefix(kind[0])
        self.do_rename(file, found.start() + 2, found[0], f"{kind[0]}{number}xr{self.number}")
        self.do_look(file, found.start() + 2)
        self.save_all()
        if self.chance.random() < 0.3:
            self.do_check()

    def goes_to_another_file(self) -> None:
        """Another file is opened; when there are many, one is closed."""
        file = self.chance.choice(SMALL_FILES)
        self.do_open(file)
        self.do_look(file, self.chance.randrange(len(self.open[file].text)))
        if len(self.open) > 3:
            self.do_close(self.chance.choice([name for name in self.open if name != BIG]))

    def changes_branches(self) -> None:
        """Another branch is checked out, and after a while the first one again."""
        self.save_all()
        there, back = self._other_branch()
        self.do_disk(there, told=True)
        self.do_check()
        self.do_look(BIG, len(self.open[BIG].text) // 2)
        self.do_disk(back, told=True)
        self.do_check()

    def _other_branch(self) -> tuple[list[DiskChange], list[DiskChange]]:
        there: list[DiskChange] = []
        back: list[DiskChange] = []
        names = sorted(self.disk)
        for file in [*self.chance.sample(names, 8), *([BIG] if self.chance.random() < 0.5 else [])]:
            head = _FUNCTION_HEAD.search(self.disk[file])
            if head is None or any(change.file == file for change in there):
                continue
            line = f'{head[0]}\n  Log.Information("branch {len(there)}");'
            there.append(DiskChange(file, head[0], line))
            back.append(DiskChange(file, line, head[0]))
        made = "model/area0/branch.osy"
        there.append(DiskChange(made, "", "namespace Works.Area0;\n\nint OnTheBranch(int left) => left + 1;\n"))
        back.append(DiskChange(made, "", None))
        gone = "model/area1/worth3.osy"
        if gone not in self.open:
            there.append(DiskChange(gone, "", None))
            back.append(DiskChange(gone, "", self.disk[gone]))
        return there, back

    def lets_a_tool_write(self) -> None:
        """A tool writes a closed file, of which nobody tells the editor; a save is when it is seen."""
        self.save_all()
        closed = sorted(name for name in self.disk if name not in self.open and _CALLED.search(self.disk[name]))
        file = self.chance.choice(closed)
        found = _CALLED.search(self.disk[file])
        assert found is not None
        change = DiskChange(file, f"{found[0]}(", f"{found[0]}Elsewhere(")
        self.do_disk([change], told=False)
        self.do_save(BIG)
        self.do_check()
        self.do_disk([DiskChange(file, change.new or "", change.old)], told=False)
        self.do_save(BIG)
        self.do_check()

    def makes_a_file(self) -> None:
        """A file comes, is written, and goes."""
        self.save_all()
        file = f"model/area1/new{self.number}.osy"
        self.do_disk([DiskChange(file, "", "namespace Works.Area1;\n\n")], told=True)
        self.do_open(file)
        text = f"int New{self.number}(int left) => left * {self.number % 9};\n"
        self.do_look(file, self._type_with_slips(file, len(self.open[file].text), text) - 3)
        self.do_close(file)
        self.do_disk([DiskChange(file, "", None)], told=True)
        self.do_check()


def _edits(text: str, old: str, new: str) -> Iterator[Edit]:
    """The edits of a rename, the last first, so that none moves another."""
    for found in reversed([*re.finditer(rf"(?<![A-Za-z0-9_])((?:Raise|Correlate)?){re.escape(old)}\b", text)]):
        yield Edit(found.start() + len(found[1]), old, new)
