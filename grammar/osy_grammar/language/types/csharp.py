"""Names that C# has and programs of the platform were not seen to use: they are not described, and not wrong either."""


def names(text: str) -> tuple[str, ...]:
    """Names that are written with spaces between."""
    return tuple(text.split())


LINQ = names("""Aggregate AggregateBy All Any Append AsEnumerable AsParallel AsQueryable Average Cast Chunk
Concat Contains Count CountBy DefaultIfEmpty Distinct DistinctBy ElementAt ElementAtOrDefault Except ExceptBy
First FirstOrDefault GroupBy GroupJoin Index Intersect IntersectBy Join Last LastOrDefault LongCount Max MaxBy
Min MinBy OfType Order OrderBy OrderByDescending OrderDescending Prepend Reverse Select SelectMany
SequenceEqual Single SingleOrDefault Skip SkipLast SkipWhile Sum Take TakeLast TakeWhile ThenBy
ThenByDescending ToArray ToDictionary ToHashSet ToList ToLookup TryGetNonEnumeratedCount Union UnionBy Where
Zip""")
"""The questions that anything with items answers."""

COMPARED = ("Compare", "CompareTo", "Equals", "GetHashCode", "GetType", "GetTypeCode", "ReferenceEquals", "TryFormat")
"""What every value of a plain type has."""

PARSED = ("IsPositive", "IsNegative", "Parse", "ParseExact", "TryParse", "TryParseExact")
"""How text becomes a value of a plain type."""
