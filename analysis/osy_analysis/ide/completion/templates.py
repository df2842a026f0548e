"""Whole blocks to begin with: a workflow, a state, a milestone, a test …, with stops where something is missing."""

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion.context import Context
from osy_grammar.language import Place

_TEMPLATES: dict[Place, tuple[tuple[str, str, str], ...]] = {
    Place.FILE: (
        (
            "entity …",
            "an entity with a field",
            "entity ${1:Name} {\n\t[Required, MaxLength(${2:200})] string ${3:Title};\n\t$0\n}",
        ),
        ("enum …", "an enum", "enum ${1:Name} { ${2:First}, ${3:Second} }"),
        (
            "workflow …",
            "a workflow with two states",
            "workflow ${1:Name} {\n\tTracks  = ${2:Entity}.${3:Field};\n\tInitial = ${4:Open};\n\n"
            "\tevent ${5:Close}();\n\n"
            "\tstate ${4:Open} {\n\t\tsubscribe ${5:Close}();\n\t\ton ${5:Close} { goto ${6:Closed}; }\n\t}\n"
            "\tterminal success ${6:Closed} { $0 }\n}",
        ),
        ("test …", "a test", "[Test]\nvoid ${1:it_works}() {\n\t$0\n}"),
        (
            "fixture …",
            "a fixture and a test on it",
            "[TestFixture]\nvoid ${1:World}() {\n\t$2\n}\n\n[Test(${1:World})]\nvoid ${3:it_works}() {\n\t$0\n}",
        ),
        (
            "client …",
            "a typed HTTP client",
            'client ${1:Name} {\n\tBaseUrl = ${2:"https://"};\n\t[Get("${3:/path}")] ${4:Json} ${5:Read}();\n\t$0\n}',
        ),
        ("component …", "a component", "component ${1:Name}() {\n\trender {\n\t\t$0\n\t}\n}"),
        ("function …", "a function", "${1:void} ${2:Name}(${3}) {\n\t$0\n}"),
    ),
    Place.WORKFLOW: (
        ("event …", "an event", "event ${1:Name}(${2});"),
        (
            "state …",
            "a state that waits for an event",
            "state ${1:Name} {\n\tsubscribe ${2:Event}();\n\ton ${2:Event} { goto ${3:Next}; }\n\t$0\n}",
        ),
        ("terminal …", "a terminal state", "terminal ${1|success,cancel,error|} ${2:Name} { $0 }"),
    ),
    Place.STATE: (
        (
            "subscribe …",
            "a slot that somebody takes in time",
            "subscribe ${1:Event}() as ${2:Slot} {\n\tCandidates = u => ${3:true};\n\tAssigned {\n"
            "\t\tWithin = TimeSpan.FromHours(${4:4});\n\t\tUnassigned(Slot slot) { $0 }\n\t}\n}",
        ),
        ("on …", "a route", "on ${1:Event} {\n\tgoto ${2:State};\n}"),
    ),
    Place.SLOT: (
        (
            "Assigned …",
            "who takes it, and by when",
            "Assigned {\n\tWithin = TimeSpan.FromHours(${1:4});\n\tUnassigned(Slot late) { $0 }\n}",
        ),
        (
            "Finished …",
            "by when it is done",
            "Finished {\n\tWithin = TimeSpan.FromDays(${1:1});\n\tUnfinished(Slot late) { $0 }\n}",
        ),
    ),
    Place.STATEMENT: (
        ("foreach …", "a loop", "foreach (var ${1:each} in ${2:rows}) {\n\t$0\n}"),
        ("if …", "a choice", "if (${1:condition}) {\n\t$0\n}"),
        ("try …", "what may fail", "try {\n\t$1\n} catch (${2:Exception} ${3:error}) {\n\t$0\n}"),
        ("runas …", "as another principal", "runas (${1:Principal}) {\n\t$0\n}"),
    ),
}


def at_place(context: Context) -> list[CompletionItem]:
    """The blocks that can begin where the cursor is."""
    return [
        CompletionItem(
            label=label, kind="template", span=context.span, detail=detail, snippet=snippet, is_template=True
        )
        for label, detail, snippet in _TEMPLATES.get(context.place, ())
    ]
