"""Language models and the memory that can be searched by meaning."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import constructors, instance, static

_PAGE = "library-models"

LLM_CONFIG = BuiltinType(
    name="LlmConfig",
    page=_PAGE,
    text="A model under the app's own name for it: an item of `app.Models`.",
    members=instance(
        _PAGE,
        ("ILlmClient Client", "Who is asked."),
        ("string Model", "Which of its models."),
    ),
    constructors=constructors(_PAGE, ("LlmConfig(string name)", "A model of that name.")),
)

ILLM_CLIENT = BuiltinType(
    name="ILlmClient",
    page=_PAGE,
    text="What a provider of models implements. Its calls leave the process.",
    members=instance(
        _PAGE,
        ("LlmResponse Complete(object prompt)", "The whole answer to a prompt."),
        ("stream<LlmStreamEvent> Stream(object prompt)", "The answer as it comes."),
    ),
    is_interface=True,
)

LLM_CLIENT = BuiltinType(
    name="LlmClient",
    page=_PAGE,
    text="The app's model. Its calls leave the process; in tests they have a `Stub`.",
    members=static(
        _PAGE,
        ("object Complete(object prompt)", "The whole answer to a prompt."),
        ("object Stream(object prompt)", "The answer as it comes."),
    ),
)

LLM_RESPONSE = BuiltinType(name="LlmResponse", page=_PAGE, text="What a model answered.", members=())

LLM_STREAM_EVENT = BuiltinType(name="LlmStreamEvent", page=_PAGE, text="A piece of a model's answer.", members=())

MEMORY = BuiltinType(
    name="Memory",
    page=_PAGE,
    text="The texts of the app that are searched by meaning.",
    members=static(
        _PAGE,
        (
            "List<SearchHit> Search(string query, List<object> of = default, int limit = default)",
            "The passages nearest to a question, of those that who asks may read.",
        ),
    ),
)

SEARCH_HIT = BuiltinType(
    name="SearchHit",
    page=_PAGE,
    text="A passage that a search found.",
    members=instance(
        _PAGE,
        ("Guid SourceEntityId", "The id of the row that it stands in."),
        ("string Content", "The passage."),
        ("decimal Score", "How near it is."),
    ),
    bases=("object",),
)

TYPES = (LLM_CONFIG, ILLM_CLIENT, LLM_CLIENT, LLM_RESPONSE, LLM_STREAM_EVENT, MEMORY, SEARCH_HIT)
