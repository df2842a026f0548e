"""What is left of a body whose head does not parse: its statements, which then stand in the file like declarations.

They are told by their place: between a declaration at the beginning of a line and a `}` there that closes nothing,
everything is indented. What is wrong with the first of them is the fault; the others have none of their own.
"""

from osy_grammar.tree import Item, SourceFile


def astray(file: SourceFile) -> frozenset[Item]:
    """The items of which nothing is to be said, since what is wrong before them is why they stand where they do."""
    found: list[Item] = []
    body: list[Item] = []
    for item in file.items:
        start = item.start + item.node.start
        is_indented = start > 0 and file.text[start - 1] not in "\n\r"
        if is_indented:
            body.append(item)
            continue
        if file.text.startswith("}", start) and item.chunk.problems:
            faulty = [each for each in (*body, item) if each.chunk.problems]
            found += [each for each in (*body[1:], item) if each is not faulty[0]]
        body = [item]
    return frozenset(found)
