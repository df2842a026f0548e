"""The tables of all that lists, rows, streams and queries can be asked."""

from collections.abc import Callable

from osy_runtime.builtins import answers, queries, sets
from osy_runtime.builtins.sequences import Grouping, Query, SortedQuery, Stream
from osy_runtime.builtins.static import NativeFunction
from osy_runtime.values import Value

QUESTIONS: dict[str, NativeFunction] = {
    "Aggregate": answers.aggregate,
    "All": answers.all_,
    "Any": answers.any_,
    "Append": sets.append,
    "AsEnumerable": queries.as_is,
    "AsQueryable": queries.as_is,
    "Average": answers.average,
    "Cast": sets.cast,
    "Chunk": sets.chunk,
    "Concat": sets.concat,
    "Contains": answers.contains,
    "Count": answers.count,
    "DefaultIfEmpty": sets.default_if_empty,
    "Distinct": sets.distinct,
    "DistinctBy": sets.distinct_by,
    "ElementAt": answers.element_at,
    "ElementAtOrDefault": answers.element_or_default,
    "Except": sets.except_,
    "First": answers.first,
    "FirstOrDefault": answers.first_or_default,
    "GroupBy": sets.group_by,
    "Include": queries.include,
    "Intersect": sets.intersect,
    "Last": answers.last,
    "LastOrDefault": answers.last_or_default,
    "LongCount": answers.long_count,
    "Max": answers.max_,
    "MaxBy": answers.max_by,
    "Min": answers.min_,
    "MinBy": answers.min_by,
    "OfType": sets.of_type,
    "Order": queries.order,
    "OrderBy": queries.order_by,
    "OrderByDescending": queries.order_by_descending,
    "OrderDescending": queries.order_descending,
    "Prepend": sets.prepend,
    "Reverse": queries.reverse,
    "Select": queries.select,
    "SelectMany": queries.select_many,
    "SequenceEqual": answers.sequence_equal,
    "Single": answers.single,
    "SingleOrDefault": answers.single_or_default,
    "Skip": queries.skip,
    "SkipLast": queries.skip_last,
    "SkipWhile": queries.skip_while,
    "Sum": answers.sum_,
    "Take": queries.take,
    "TakeLast": queries.take_last,
    "TakeWhile": queries.take_while,
    "ThenBy": queries.then_by,
    "ThenByDescending": queries.then_by_descending,
    "ToArray": answers.to_list,
    "ToDictionary": answers.to_dictionary,
    "ToHashSet": answers.to_hash_set,
    "ToList": answers.to_list,
    "Union": sets.union,
    "Where": queries.where,
    "Zip": sets.zip_,
}
"""What lists, dictionaries and queries answer."""

ROW_QUESTIONS: dict[str, NativeFunction] = {**QUESTIONS, "Update": answers.update, "Delete": answers.delete}
"""What an entity's rows answer besides."""

METHODS: dict[type, dict[str, NativeFunction]] = {
    Query: ROW_QUESTIONS,
    SortedQuery: ROW_QUESTIONS,
    Stream: QUESTIONS,
    Grouping: QUESTIONS,
}
PROPERTIES: dict[type, dict[str, Callable[[Value], Value]]] = {
    Query: {"Count": lambda q: sum(1 for _ in q) if isinstance(q, Query) else 0},
    Grouping: {"Key": lambda g: g.key if isinstance(g, Grouping) else None},
}
