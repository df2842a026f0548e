/** Places of a text that goes on being edited: where what the server saw stands now. */

export interface Edit {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** A stretch of the server's text, in UTF-16 units, and how much text stands in its place now. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** Offsets of the text as the server saw it, in characters, to and from those of the text as it is now, in UTF-16 units. */
export class Places {
  /** The places of the characters that take two units, in characters. */
  private readonly wide: number[] = [];
  /** What differs, in the order of the text. No two touch, so that there are no more than places that were worked at. */
  private changes: Change[] = [];

  constructor(private readonly text: string) {
    if (/[\ud800-\udbff]/.test(text)) {
      let place = 0;
      for (const character of text) {
        if (character.length === 2) {
          this.wide.push(place);
        }
        place += 1;
      }
    }
  }

  /** How many stretches of the text differ from what the server saw. */
  get size(): number {
    return this.changes.length;
  }

  /** Takes an edit of the text into account: it becomes one change with those that it touches. */
  edited({ rangeOffset, rangeLength, text }: Edit): void {
    const [before, after]: [Change[], Change[]] = [[], []];
    let [start, end] = [rangeOffset, rangeOffset + rangeLength];
    // By how much text is moved now: where the edit's stretch begins, where it ends, and behind the change looked at.
    let [atStart, atEnd, moved] = [0, 0, 0];
    for (const change of this.changes) {
      const from = change.start + moved;
      const to = from + change.length;
      moved = to - change.end;
      if (to < rangeOffset) {
        before.push(change);
        [atStart, atEnd] = [moved, moved];
      } else if (from > rangeOffset + rangeLength) {
        after.push(change);
      } else {
        [start, end] = [Math.min(start, from), Math.max(end, to)];
        atEnd = moved;
      }
    }
    const [oldStart, oldEnd] = [start - atStart, end - atEnd];
    const length = end - start - rangeLength + text.length;
    const isNothing = oldStart === oldEnd && length === 0;
    this.changes = [...before, ...(isNothing ? [] : [{ start: oldStart, end: oldEnd, length }]), ...after];
  }

  /** Where the character stands now; what was replaced stands where its replacement begins. */
  now(character: number): number {
    const offset = character + this.wide.filter((each) => each < character).length;
    let shift = 0;
    for (const { start, end, length } of this.changes) {
      if (offset < end) {
        return Math.min(offset, start) + shift;
      }
      shift += length - (end - start);
    }
    return offset + shift;
  }

  /** Which character stood at the offset of now; for what was typed since, the one before which it was. */
  seen(offset: number): number {
    const old = this.before(offset);
    return old - this.wide.filter((each, index) => each + index < old).length;
  }

  /** The offset in the text that the server saw. */
  private before(offset: number): number {
    let shift = 0;
    for (const { start, end, length } of this.changes) {
      if (offset < start + shift + length) {
        return Math.min(offset - shift, start);
      }
      shift += length - (end - start);
    }
    return offset - shift;
  }

  /** The character at a line and a UTF-16 column of the text that the server saw. */
  characterAt(line: number, column: number): number {
    let start = 0;
    for (let count = 0; count < line; count += 1) {
      const end = /\r\n|\r|\n/g;
      end.lastIndex = start;
      const found = end.exec(this.text);
      if (!found) {
        break;
      }
      start = end.lastIndex;
    }
    const offset = Math.min(start + column, this.text.length);
    return offset - this.wide.filter((each, index) => each + index < offset).length;
  }
}
