"""To and from the Language Server Protocol: the one package that knows its types and ours."""

from osy_server.convert.answers import code_lens, flat_symbols, folding, hover, markup, symbols
from osy_server.convert.findings import Converter, page_uri
from osy_server.convert.kinds import SYMBOL_KINDS
from osy_server.convert.places import changes, plain_range, position, range_of, to_offset, to_span, units
from osy_server.convert.proposals import proposals
from osy_server.convert.tokens import all_tokens, some_tokens

__all__ = [
    "SYMBOL_KINDS",
    "Converter",
    "all_tokens",
    "changes",
    "code_lens",
    "flat_symbols",
    "folding",
    "hover",
    "markup",
    "page_uri",
    "plain_range",
    "position",
    "proposals",
    "range_of",
    "some_tokens",
    "symbols",
    "to_offset",
    "to_span",
    "units",
]
