/** Places of a text that goes on being edited: where what the server saw stands now. */

export interface Edit {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Offsets of the text as the server saw it, in characters, to and from those of the text as it is now, in UTF-16 units. */
export class Places {
  /** The places of the characters that take two units, in characters. */
  private readonly wide: number[] = [];
  private readonly edits: Edit[] = [];

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

  /** Takes an edit of the text into account. */
  edited(edit: Edit): void {
    this.edits.push(edit);
  }

  /** Where the character stands now; what was deleted stands where it was. */
  now(character: number): number {
    let offset = character + this.wide.filter((each) => each < character).length;
    for (const { rangeOffset, rangeLength, text } of this.edits) {
      if (offset >= rangeOffset + rangeLength) {
        offset += text.length - rangeLength;
      } else if (offset > rangeOffset) {
        offset = rangeOffset;
      }
    }
    return offset;
  }

  /** Which character stood at the offset of now; for what was typed since, the one before which it was. */
  seen(offset: number): number {
    for (const { rangeOffset, rangeLength, text } of [...this.edits].reverse()) {
      if (offset >= rangeOffset + text.length) {
        offset += rangeLength - text.length;
      } else if (offset > rangeOffset) {
        offset = rangeOffset;
      }
    }
    return offset - this.wide.filter((each, index) => each + index < offset).length;
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
