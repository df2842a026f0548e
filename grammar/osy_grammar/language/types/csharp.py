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

TYPE_NAMES = frozenset(
    names("""Activator AggregateException Any ArgumentException ArgumentNullException ArgumentOutOfRangeException
Array ArrayList ArraySegment Attribute BigInteger BindingFlags BitArray BitConverter Boolean Buffer Byte Calendar
CancellationToken CancellationTokenSource Char Collection Comparer Comparison Complex ConcurrentBag
ConcurrentDictionary ConcurrentQueue Console CultureInfo Decimal Delegate Directory DivideByZeroException Double
Enum Enumerable Environment EqualityComparer EventArgs EventHandler FileInfo FileStream FormatException
FormattableString GC HashCode HMACSHA256 HttpClient ICloneable ICollection IComparable IComparer IDictionary
IDisposable IEnumerable IEnumerator IEqualityComparer IEquatable IFormatProvider IFormattable IGrouping IList
ILookup Index IndexOutOfRangeException Int128 Int16 Int32 Int64 InvalidCastException InvalidOperationException
IOException IOrderedEnumerable IQueryable IReadOnlyCollection IReadOnlyDictionary IReadOnlyList ISet Interlocked
JsonDocument JsonElement JsonException KeyNotFoundException KeyedCollection Lazy LinkedList LinkedListNode Lookup
Math MathF MD5 Memory MemoryStream Monitor NotImplementedException NotSupportedException NullReferenceException
Nullable NumberFormatInfo NumberStyles Object ObservableCollection OperationCanceledException OverflowException
Path Predicate PriorityQueue Progress Queue RSA Random RandomNumberGenerator Range ReadOnlyCollection
ReadOnlyMemory ReadOnlySpan RegexOptions SHA1 SHA256 SHA512 SByte Semaphore SemaphoreSlim Single SortedDictionary
SortedList SortedSet Span Stack Stopwatch Stream StreamReader StreamWriter String StringBuilder StringComparer
StringComparison StringReader StringSplitOptions StringWriter Task TaskCompletionSource TextInfo TextReader
TextWriter Thread ThreadLocal Timer TimeProvider TimeZoneInfo TimeoutException Tuple Type UInt16 UInt32 UInt64
UnauthorizedAccessException Unit Uri UriBuilder ValueTask ValueTuple Vector Version Volatile WeakReference XDocument
XElement float nint nuint sbyte short uint ulong ushort dynamic""")
)
"""Types that C# programs name."""

WORDS = frozenset(names("nameof sizeof default checked unchecked global field value _"))
"""What stands for a value or is called in C# without being declared."""
