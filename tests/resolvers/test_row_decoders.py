import pytest

from resolvers.compile.row_decoders import Column, DecodeState, NullError, decode_each, object_decoder, row_converter


def test_keys_are_never_part_of_generated_code() -> None:
    """Keys are never part of generated code: keys that could break out of it remain plain keys."""
    odd = ('a"b', "} or {", "None", "class")
    assert row_converter(odd)([[1, 2, 3, 4], [5, 6, 7, 8]]) == [
        dict(zip(odd, row, strict=True)) for row in ([1, 2, 3, 4], [5, 6, 7, 8])
    ]
    assert row_converter(("one",))([[1], [2]]) == [{"one": 1}, {"one": 2}]
    assert row_converter(odd)([]) == []


def test_list_decoder_equals_row_decoder() -> None:
    """Decoding a list at once gives the same objects, value count and error as decoding each row."""
    columns = [Column("id", 0, None), Column("year", 1, None)]
    decoder = object_decoder(columns, "Paper", frozenset({0}))
    rows = [["a", 2000], ["b", None]]
    together, single = DecodeState({}), DecodeState({})
    assert decode_each(decoder, rows, together) == [decoder(row, single) for row in rows]
    assert together.values == single.values == 4
    with pytest.raises(NullError, match=r"Paper\.id"):
        decode_each(decoder, [["a", 1], [None, 2]], DecodeState({}))
