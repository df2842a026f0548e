"""Lists, dictionaries, and the questions that lists and entities answer."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import instance, static

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
        ("T Last()", "The last one."),
        ("N Sum<N>(Func<T, N> of)", "The sum of what the function gives."),
        ("N? Max<N>(Func<T, N> of)", "The greatest of what the function gives; null of nothing."),
        ("Query<T> OrderBy<K>(Func<T, K> key)", "From the smallest key to the greatest."),
        ("Query<T> OrderByDescending<K>(Func<T, K> key)", "From the greatest key to the smallest."),
        ("Query<T> ThenBy<K>(Func<T, K> key)", "In a second order where the first leaves it open."),
        ("Query<T> Take(int count)", "No more than so many."),
        ("Query<T> Skip(int count)", "All but the first so many."),
        ("Query<T> Distinct()", "Each once."),
        ("Query<T> Concat(List<T> others)", "These and then the others."),
        ("List<T> ToList()", "A list of them."),
        ("T[] ToArray()", "An array of them."),
        (
            "Dictionary<K, V> ToDictionary<K, V>(Func<T, K> key, Func<T, V> value)",
            "A dictionary, with a key and a value for each.",
        ),
    ),
    type_parameters=("T",),
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
    is_written=False,
)

ROW = BuiltinType(
    name="EntityRow",
    page="language-entity",
    text="What each row of an entity has.",
    members=instance(
        "language-entity",
        ("Guid Id", "Its id."),
        ("void Delete()", "Removes it."),
    ),
    is_written=False,
)

LIST = BuiltinType(
    name="List",
    page=_PAGE,
    text="A list.",
    members=instance(
        _PAGE,
        ("int Count", "How many items it has."),
        ("void Add(T item)", "Puts an item at its end."),
        ("void AddRange(List<T> items)", "Puts items at its end."),
        ("void Insert(int index, T item)", "Puts an item in its place."),
        ("bool Remove(T item)", "Takes the item out."),
        ("void RemoveAt(int index)", "Takes out what stands there."),
        ("bool Contains(T item)", "Whether it is in it."),
        ("int IndexOf(T item)", "Where it stands; -1 if nowhere."),
    ),
    type_parameters=("T",),
    bases=("Query",),
)

DICTIONARY = BuiltinType(
    name="Dictionary",
    page=_PAGE,
    text="Values by their keys.",
    members=instance(
        _PAGE,
        ("int Count", "How many keys it has."),
        ("void Add(K key, V value)", "Adds a value; the key must be new."),
        ("bool ContainsKey(K key)", "Whether there is such a key."),
        ("bool ContainsValue(V value)", "Whether there is such a value."),
        ("V GetValueOrDefault(K key, V otherwise)", "The key's value, or the other one."),
        ("List<K> Keys", "Its keys."),
    ),
    type_parameters=("K", "V"),
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
            ("string ToString()", "As text."),
        ),
        *static("language-class", ("List<T> Members", "All members of the enum.")),
    ),
    type_parameters=("T",),
    is_written=False,
)

TYPES = (QUERY, ENTITY, ROW, LIST, DICTIONARY, ENUM_VALUE)
