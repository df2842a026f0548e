"""`this.Item` in a workflow body: the tracked row, whose fields nearly every such body reads and writes."""

from osy_grammar.nodes import expressions as e
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.members import read_member, write_member
from osy_runtime.evaluate.types import to_int
from osy_runtime.faces import This
from osy_runtime.values import Row, Value


def is_item(node: e.Expression) -> bool:
    """Whether `this.Item` is what is written; what it means is seen when it runs."""
    return (
        isinstance(node, e.Member)
        and isinstance(node.target, e.This)
        and node.name.text == "Item"
        and not node.conditional
    )


def item_code(generic: Code) -> Code:
    """Reads `this.Item`; `generic` reads it where `this` is something else."""

    def run(f: Frame) -> Value:
        this = f.this
        return this.row if type(this) is This else generic(f)

    return run


def of_item(item: Code, text: str) -> Code:
    """Reads a member of what `item`, the code of `this.Item`, gives."""

    def run(f: Frame) -> Value:
        this = f.this
        row = this.row if type(this) is This else item(f)
        if type(row) is Row:
            world = f.world
            if world.is_checked and row.entity.is_guarded:
                return read_member(world, row, text)
            values = row.values
            if text in values:
                return values[text]
        return read_member(f.world, row, text)

    return run


def set_of_item(item: Code, name: str, value: Code) -> Code:
    """Puts a value into a member of `this.Item`."""

    def run(f: Frame) -> Value:
        this = f.this
        row = this.row if type(this) is This else item(f)
        made = value(f)
        if type(row) is Row:
            field = row.entity.fields.get(name)
            if field is not None and not field.is_collection:
                convert = field.convert
                # Most fields that a workflow counts in are an `int`, and what comes is one.
                if convert is None or (convert is to_int and type(made) is int and -2147483648 <= made <= 2147483647):
                    row.keeper.change(row, name, made)
                else:
                    row.keeper.change(row, name, convert(made))
                return made
        write_member(f.world, row, name, made)
        return made

    return run
