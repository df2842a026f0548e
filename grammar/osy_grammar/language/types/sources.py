"""Plug-ins that read and write rows kept elsewhere, and that copy rows to elsewhere."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import constructors, instance

_PAGE = "library-sources"

READABLE = BuiltinType(
    name="IWritableEntitySource",
    page=_PAGE,
    text="What a class implements whose rows are kept elsewhere.",
    members=instance(
        _PAGE,
        ("stream<SourceRow> Query(QueryPlan plan)", "The rows that a plan asks for."),
        ("int Execute(QueryPlan plan)", "Changes rows as a plan says, and tells how many."),
        ("SourceSchema DescribeSchema()", "The tables that there are."),
        ("QueryFeatures Pushdown", "What of a plan it does itself."),
        ("string Functions", "The functions that it knows, with commas between."),
        ("string SecurityKitVersion", "The version of the rules that it applies."),
    ),
    is_interface=True,
)

SOURCE_ROW = BuiltinType(
    name="SourceRow",
    page=_PAGE,
    text="A row as a source gives it.",
    members=instance(_PAGE, ("List<string?> Values", "Its cells as text, in the order of the plan's columns.")),
    constructors=constructors(_PAGE, ("SourceRow()", "A row to be filled.")),
)

SOURCE_SCHEMA = BuiltinType(
    name="SourceSchema",
    page=_PAGE,
    text="The tables of a source.",
    members=instance(_PAGE, ("List<SourceTable> Tables", "They.")),
    constructors=constructors(_PAGE, ("SourceSchema()", "None yet.")),
)

SOURCE_TABLE = BuiltinType(
    name="SourceTable",
    page=_PAGE,
    text="A table of a source.",
    members=instance(_PAGE, ("string Name", "Its name."), ("List<SourceColumn> Columns", "Its columns.")),
    constructors=constructors(_PAGE, ("SourceTable()", "A table to be filled.")),
)

SOURCE_COLUMN = BuiltinType(
    name="SourceColumn",
    page=_PAGE,
    text="A column of a source's table.",
    members=instance(
        _PAGE,
        ("string Name", "Its name."),
        ("string Type", "What its cells are."),
        ("bool Nullable", "Whether a cell may be empty."),
        ("bool Key", "Whether it tells rows apart."),
    ),
    constructors=constructors(_PAGE, ("SourceColumn()", "A column to be filled.")),
)

QUERY_FEATURES = BuiltinType(
    name="QueryFeatures",
    page=_PAGE,
    text="Parts of a plan that a source can do itself, joined by `|`.",
    members=(),
    is_enum=True,
)

QUERY_PLAN = BuiltinType(
    name="QueryPlan",
    page=_PAGE,
    text="What is asked of a source.",
    members=instance(
        _PAGE,
        ("object Op", "What is to be done: rows, a count, a sum, an update and so on."),
        ("string Entity", "The table."),
        ("List<string> Columns", "The columns that are wanted."),
        ("object ColumnTypes", "What they are."),
        ("PlanExpr? Filter", "Which rows."),
        ("PlanExpr? Security", "Which rows who asks may read."),
        ("PlanExpr? WriteSecurity", "Which rows who asks may change."),
        ("PlanExpr? MergeSecurity", "Which rows who asks may merge into."),
        ("List<object> OrderBy", "In which order: each a `Column` and whether it is `Descending`."),
        ("object Limit", "How many at most."),
        ("object Offset", "How many are left out first."),
        ("bool Distinct", "Whether each is given once."),
        ("object GroupBy", "What rows are put together by."),
        ("List<object> Aggregates", "What is computed of each group: `Name`, `Function`, `Column`, `Fraction`."),
        ("object AggregateColumn", "What is summed or compared."),
        ("PlanExpr? Having", "Which groups."),
        ("object Joins", "What is joined."),
        ("object JoinedColumns", "The columns that the joins bring."),
        ("object Computed", "Columns that are computed."),
        ("object Set", "What is changed."),
        ("object Into", "Where rows go."),
        ("object ConflictKey", "What rows may not share."),
        ("object OnConflict", "What becomes of rows that do."),
        ("object KeyColumn", "The column that tells rows apart."),
        ("List<object> Values", "Rows that are put in, each with its `Cells`."),
        ("object SetOp", "What it is put together with: `Op` and `Right`."),
        ("object CaseMap", "How values are renamed."),
    ),
)

PLAN_EXPR = BuiltinType(
    name="PlanExpr",
    page=_PAGE,
    text="A condition or a value in a plan.",
    members=instance(
        _PAGE,
        ("object Kind", "What it is: a column, a literal, a comparison, `And`, `Or`, `Not` and so on."),
        ("string Name", "The name of what it reads."),
        ("object Op", "Its operator."),
        ("List<PlanExpr> Args", "What it is made of."),
        ("object Value", "The value of a literal."),
        ("object Type", "What the value is."),
        ("object Function", "The function that it calls."),
        ("object Column", "The column that it reads."),
    ),
)

EXPORT_SINK = BuiltinType(
    name="IExportSink",
    page=_PAGE,
    text="What a class implements that rows are copied to.",
    members=instance(
        _PAGE,
        ("void EnsureSchema(ExportSchema schema)", "Makes the tables that rows will go to."),
        ("void WriteBatch(ExportBatch batch)", "Takes some changes over."),
    ),
    is_interface=True,
)

EXPORT_SCHEMA = BuiltinType(name="ExportSchema", page=_PAGE, text="The tables that an export fills.", members=())

EXPORT_BATCH = BuiltinType(name="ExportBatch", page=_PAGE, text="Changes that are copied together.", members=())

EXPORT_CHANGE = BuiltinType(
    name="ExportChange",
    page=_PAGE,
    text="A change of a row that is copied.",
    members=instance(
        _PAGE,
        ("object Op", "What was done to the row."),
        ("object Key", "What tells the row apart."),
        ("object Values", "Its cells."),
        ("object Sequence", "Where the change stands among all of them."),
    ),
)

TYPES = (
    READABLE,
    SOURCE_ROW,
    SOURCE_SCHEMA,
    SOURCE_TABLE,
    SOURCE_COLUMN,
    QUERY_FEATURES,
    QUERY_PLAN,
    PLAN_EXPR,
    EXPORT_SINK,
    EXPORT_SCHEMA,
    EXPORT_BATCH,
    EXPORT_CHANGE,
)
