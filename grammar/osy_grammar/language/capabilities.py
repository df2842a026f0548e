"""What `use Osysharp.X;` without a version brings. What has no capability is there always."""

from osy_grammar.language.model import Capability

_PAGE = "language-manifest"


def _row(name: str, types: str, text: str, *, page: str = _PAGE, is_complete: bool = False) -> Capability:
    return Capability(name=name, types=tuple(types.split()), page=page, text=text, is_complete=is_complete)


CAPABILITIES: tuple[Capability, ...] = (
    _row("Http", "Http HttpResponse HttpHeader FormBody", "Calls to other machines.", page="http", is_complete=True),
    _row(
        "Workflow",
        """Workflow Slot SlotStatus Backoff DurableClock WorkflowAuditEntry AuditKind SlaKind CorrelationOutcome
        WorkItemRow WorkRow WorkflowRun WorkflowTransition SlotHandle Flow""",
        "Runs of workflows. Only names of their types need the `using`.",
        page="workflow",
        is_complete=True,
    ),
    _row(
        "ServiceHours",
        "ServiceHours ServiceWindow ServiceException",
        "Calendars by which clocks accrue.",
        page="workflow-service-hours",
        is_complete=True,
    ),
    _row(
        "Ui",
        """Navigation Layout Theme Modes Palette Binding Align Justify Wrapping Position Display Overflow TextOverflow
        TextAlign WhiteSpace Cursor UserSelect ObjectFit Size Tone UiRole Icons Colors Font FontSize FontStyle
        FontWeight Radius Shadow Length Motion ZIndex SettingsLink ISettingsProvider""",
        "Pages and what they are made of.",
        page="language-markup",
    ),
    _row("Storage", "FileAsset UploadedFile", "Files that are kept.", page="library-files"),
    _row(
        "Sources",
        """IWritableEntitySource SourceRow SourceSchema SourceTable SourceColumn QueryFeatures QueryPlan PlanExpr""",
        "Rows that are kept elsewhere.",
        page="library-sources",
    ),
    _row(
        "Exports",
        "IExportSink ExportSchema ExportBatch ExportChange",
        "Rows that are copied to elsewhere.",
        page="library-sources",
    ),
    _row("Llm", "LlmConfig ILlmClient LlmClient LlmResponse LlmStreamEvent", "Language models.", page="library-models"),
    _row("Memory", "Memory SearchHit", "Texts that are searched by meaning.", page="library-models"),
    _row(
        "Observability",
        "AuditConfig AuditRedaction Classification",
        "What is recorded of changes.",
        page="library-observability",
    ),
    _row("Oauth", "", "Accounts elsewhere that people let the app into."),
    _row("Explore", "", "Questions that people put together themselves."),
    _row("Blocks", "", "Pages that people put together themselves."),
)
