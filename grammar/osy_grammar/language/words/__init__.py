"""Every word that means something, one file a place.

The scanner reserves what is `reserved`; the retagging pass turns the others into keywords where an item of their place
starts and the next token is one of `before`. A test compares the grammar's keyword terminals with these rows.
"""

from osy_grammar.language.model import Word
from osy_grammar.language.words import (
    ambient,
    components,
    declarations,
    foreign,
    manifest,
    members,
    reserved,
    workflow,
)

WORDS: tuple[Word, ...] = (
    *reserved.WORDS,
    *declarations.WORDS,
    *manifest.WORDS,
    *members.WORDS,
    *components.WORDS,
    *workflow.WORDS,
    *foreign.WORDS,
    *ambient.WORDS,
)
