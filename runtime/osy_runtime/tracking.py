"""Whether what a workflow tracks is there: the entity, its field, the enum that types it."""

from typing import TYPE_CHECKING

from osy_runtime.model import EntityInfo, EnumInfo
from osy_runtime.slips import guess

if TYPE_CHECKING:
    from osy_runtime.program import Program


def tracking_problem(program: "Program", entity: str, field: str) -> str | None:
    """Why nothing can track that field, as the end of a sentence after the workflow's name; None if it can."""
    if not entity:
        return "does not say what it tracks: it needs `Tracks = Entity.Field;`"
    info = program.find_entity(entity)
    entity = entity.rpartition(".")[2]
    if info is None:
        entities = [i.name for entries in program.types.values() for _, i in entries if isinstance(i, EntityInfo)]
        unseen = "" if program.is_whole else ", unless in a kit that is not in view"
        return f"tracks `{entity}.{field}`, and there is no entity `{entity}`{unseen}{guess(entity, entities)}"
    found = info.fields.get(field)
    if found is None:
        enums = [f.name for f in info.fields.values() if _enum(program, info, f.name) is not None]
        missing = program.no_member(info, f"the entity `{info.name}`", field, enums)
        return f"tracks `{entity}.{field}`, and {missing}"
    if _enum(program, info, field) is None:
        is_known = program.is_whole or program.find_type(found.type.name.text, found.site) is not None
        why = "is no enum" if is_known else "is declared by nothing in view"
        return f"tracks `{entity}.{field}`, whose type `{found.type.name.text}` {why}"
    return None


def _enum(program: "Program", entity: EntityInfo, field: str) -> EnumInfo | None:
    found = entity.fields[field]
    enum = program.find_type(found.type.name.text, found.site)
    return enum if isinstance(enum, EnumInfo) else None
