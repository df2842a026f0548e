"""The retagging pass: every choice that one token of look-ahead cannot make, made before the parser runs.

`tokens` pairs the brackets, `types` and `expressions` hold the choices inside items, `heads` (with `statements`, `ui`
and `workflow`) what the first tokens of an item say, `walk` goes over the tokens and asks them.
"""

from osy_grammar.retag.walk import retag

__all__ = ["retag"]
