"""Lists, arrays, dictionaries, and the questions that lists and entities answer."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.csharp import COMPARED, LINQ, names
from osy_grammar.language.types.rows import constructors, instance, static

_PAGE = "library-collections"

QUERY = BuiltinType(
    name="Query",
    page=_PAGE,
    text="What can be asked of a list, of an entity's rows, and of what such a question gives.",
    members=instance(
        _PAGE,
        ("Query<T> Where(Func<T, bool> condition)", "Those for which it holds."),
        ("Query<R> Select<R>(Func<T, R> of)", "What the function gives for each."),
        ("Query<R> SelectMany<R>(Func<T, List<R>> of)", "The items of all the lists that the function gives."),
        ("bool Any(Func<T, bool> condition = default)", "Whether there is one."),
        ("bool All(Func<T, bool> condition)", "Whether it holds for each."),
        ("int Count(Func<T, bool> condition = default)", "How many there are."),
        ("T First(Func<T, bool> condition = default)", "The first; throws if there is none."),
        ("T? FirstOrDefault(Func<T, bool> condition = default)", "The first, or null."),
        ("T Single(Func<T, bool> condition = default)", "The only one; throws if there is not exactly one."),
        ("T? SingleOrDefault(Func<T, bool> condition = default)", "The only one, or null."),
        ("T Last(Func<T, bool> condition = default)", "The last one; throws if there is none."),
        ("N Sum<N>(Func<T, N> of)", "The sum of what the function gives."),
        ("N? Max<N>(Func<T, N> of)", "The greatest of what the function gives; null of nothing."),
        ("N? Min<N>(Func<T, N> of)", "The smallest of what the function gives; null of nothing."),
        ("N? Average<N>(Func<T, N> of)", "The mean of what the function gives; null of nothing."),
        ("Query<T> OrderBy<K>(Func<T, K> key)", "From the smallest key to the greatest."),
        ("Query<T> OrderByDescending<K>(Func<T, K> key)", "From the greatest key to the smallest."),
        ("Query<T> ThenBy<K>(Func<T, K> key)", "In a second order where the first leaves it open."),
        ("Query<T> Take(int count)", "No more than so many."),
        ("Query<T> Skip(int count)", "All but the first so many."),
        ("Query<T> Distinct()", "Each once."),
        ("Query<T> Concat(List<T> others)", "These and then the others."),
        ("Query<T> Reverse()", "From the last to the first."),
        ("List<T> ToList()", "A list of them."),
        ("T[] ToArray()", "An array of them."),
        (
            "Dictionary<K, V> ToDictionary<K, V>(Func<T, K> key, Func<T, V> value)",
            "A dictionary, with a key and a value for each.",
        ),
    ),
    also=LINQ,
    type_parameters=("T",),
    item="T",
    is_written=False,
)

ENTITY = BuiltinType(
    name="EntityQuery",
    page=_PAGE,
    text="What an entity's name offers: questions about its rows.",
    members=instance(
        _PAGE,
        ("Query<T> Include<R>(Func<T, R> reference)", "Reads the referred row with each."),
        ("int Update(Action<T> change)", "Changes all of them in the database and tells how many."),
    ),
    type_parameters=("T",),
    bases=("Query",),
    item="T",
    is_written=False,
)

ROW = BuiltinType(
    name="Row",
    page="language-entity",
    text="What each row of an entity has.",
    members=instance(
        "language-entity",
        ("Guid Id", "Its id."),
        ("DateTime CreatedAt", "When it was made."),
        ("Guid? CreatedBy", "The id of whoever made it; null for the system."),
        ("DateTime ModifiedAt", "When it was last changed."),
        ("void Delete()", "Removes it."),
        is_exact=True,
    ),
    is_written=False,
)

LIST = BuiltinType(
    name="List",
    page=_PAGE,
    text="A list.",
    members=(
        *instance(
            _PAGE,
            ("int Count", "How many items it has."),
            ("void Add(T item)", "Puts an item at its end."),
            ("void AddRange(List<T> items)", "Puts items at its end."),
            ("void Insert(int index, T item)", "Puts an item in its place."),
            ("bool Remove(T item)", "Takes the item out."),
            ("void RemoveAt(int index)", "Takes out what stands there."),
            ("bool Contains(T item)", "Whether it is in it."),
            is_exact=True,
        ),
        *instance(_PAGE, ("int IndexOf(T item)", "Where it stands; -1 if nowhere.")),
    ),
    complete=True,
    # A list of rows may be asked like the entity itself.
    also=(
        *names("""AsReadOnly BinarySearch Capacity Clear ConvertAll CopyTo EnsureCapacity Exists Find FindAll
        FindIndex FindLast FindLastIndex ForEach GetEnumerator GetRange InsertRange LastIndexOf RemoveAll
        RemoveRange Slice Sort TrimExcess TrueForAll Include Update Delete"""),
        *LINQ,
        *COMPARED,
    ),
    constructors=constructors(
        _PAGE,
        ("List<T>()", "An empty one; items may follow in braces."),
        ("List<T>(List<T> items)", "Another one with the same items."),
    ),
    type_parameters=("T",),
    bases=("Query",),
    index="T",
    item="T",
)

ARRAY = BuiltinType(
    name="Array",
    page=_PAGE,
    text="An array `T[]`, or the rows that refer to this one; it answers what a list answers.",
    members=instance(_PAGE, ("int Length", "How many items it has."), is_exact=True),
    complete=True,
    also=names("Clone GetLength GetValue IsFixedSize IsReadOnly LongLength Rank SetValue"),
    type_parameters=("T",),
    bases=("List",),
    index="T",
    item="T",
    is_written=False,
)

HASH_SET = BuiltinType(
    name="HashSet",
    page=_PAGE,
    text="Items without order, each once.",
    members=instance(
        _PAGE,
        ("int Count", "How many items it has."),
        ("bool Add(T item)", "Puts the item in; false if it was in it already."),
        ("bool Contains(T item)", "Whether it is in it."),
        ("bool Remove(T item)", "Takes the item out."),
        is_exact=True,
    ),
    complete=True,
    also=(
        *names("""Capacity Clear Comparer CopyTo EnsureCapacity ExceptWith GetEnumerator IntersectWith
        IsProperSubsetOf IsProperSupersetOf IsSubsetOf IsSupersetOf Overlaps RemoveWhere SetEquals
        SymmetricExceptWith TrimExcess TryGetValue UnionWith"""),
        *LINQ,
        *COMPARED,
    ),
    constructors=constructors(
        _PAGE, ("HashSet<T>()", "An empty one."), ("HashSet<T>(List<T> items)", "One with these items.")
    ),
    type_parameters=("T",),
    bases=("Query",),
    item="T",
)

DICTIONARY = BuiltinType(
    name="Dictionary",
    page=_PAGE,
    text="Values by their keys.",
    members=(
        *instance(
            _PAGE,
            ("int Count", "How many keys it has."),
            ("void Add(K key, V value)", "Adds a value; the key must be new."),
            ("bool ContainsKey(K key)", "Whether there is such a key."),
            ("bool ContainsValue(V value)", "Whether there is such a value."),
            ("List<K> Keys", "Its keys."),
            ("List<V> Values", "Its values."),
            is_exact=True,
        ),
        *instance(_PAGE, ("V GetValueOrDefault(K key, V otherwise)", "The key's value, or the other one.")),
    ),
    complete=True,
    also=(
        *names("""Capacity Clear Comparer CopyTo EnsureCapacity GetEnumerator Remove TrimExcess TryAdd
        TryGetValue TryRemove"""),
        *LINQ,
        *COMPARED,
    ),
    constructors=constructors(_PAGE, ("Dictionary<K, V>()", "An empty one; pairs may follow in braces.")),
    type_parameters=("K", "V"),
    index="V",
    item="KeyValuePair<K, V>",
)

PAIR = BuiltinType(
    name="KeyValuePair",
    page=_PAGE,
    text="A key of a dictionary with its value.",
    members=instance(_PAGE, ("K Key", "The key."), ("V Value", "Its value."), is_exact=True),
    complete=True,
    also=("Create", "Deconstruct", *COMPARED),
    type_parameters=("K", "V"),
)

STREAM = BuiltinType(
    name="stream",
    page=_PAGE,
    text="Items that come one after another: what a function that yields gives.",
    members=(),
    type_parameters=("T",),
    item="T",
)

ENUM_VALUE = BuiltinType(
    name="EnumValue",
    page="language-class",
    text="What each member of an enum has, and the enum's own name.",
    members=(
        *instance(
            "language-class",
            ("string Name", "The member's name."),
            ("string Label", "What people read for it, in their language."),
        ),
        *static("language-class", ("List<T> Members", "All members of the enum.")),
    ),
    type_parameters=("T",),
    bases=("object",),
    is_written=False,
)

TYPES = (QUERY, ENTITY, ROW, LIST, ARRAY, HASH_SET, DICTIONARY, PAIR, STREAM, ENUM_VALUE)
