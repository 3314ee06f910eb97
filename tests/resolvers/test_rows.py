import pytest

from resolvers.compile.row_decoders import Column, DecodeContext, NullError, each, object_reader, objects


def test_rows_become_objects_whatever_they_are_called() -> None:
    """Keys are never part of the code that is made: those that would break out of it are plain keys."""
    odd = ('a"b', "} or {", "None", "class")
    assert objects(odd)([[1, 2, 3, 4], [5, 6, 7, 8]]) == [
        dict(zip(odd, row, strict=True)) for row in ([1, 2, 3, 4], [5, 6, 7, 8])
    ]
    assert objects(("one",))([[1], [2]]) == [{"one": 1}, {"one": 2}]
    assert objects(odd)([]) == []


def test_a_list_is_read_as_its_rows_are_one_by_one() -> None:
    """A list read at once gives the objects, the count of values and the error that reading each row gives."""
    columns = [Column("id", 0, None), Column("year", 1, None)]
    reader = object_reader(columns, "Paper", frozenset({0}))
    rows = [["a", 2000], ["b", None]]
    together, single = DecodeContext({}), DecodeContext({})
    assert each(reader, rows, together) == [reader(row, single) for row in rows]
    assert together.values == single.values == 4
    with pytest.raises(NullError, match=r"Paper\.id"):
        each(reader, [["a", 1], [None, 2]], DecodeContext({}))
