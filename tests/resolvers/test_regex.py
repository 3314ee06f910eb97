"""Regular expressions from clients are accepted if they are safe, else rejected with the reason."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cypher.driver.client import Graph
from resolvers.compile.regex import checked_regex
from resolvers.errors import Code, RequestError


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        ".*Transformer.*",
        "(Mega|mega)tron-LM: .*",
        r"\d{4}\.\d{4,5}(v\d)?",
        "[^]a-z]+[]x]",
        r"[\]a]*b",
        "(?:graph|network)s?",
        r"a\*b\(c",
        "x{2,3}y{4}",
        "(neural|deep|statistical) colou?r(ed)?.*",
        r"\(?M.*",
        "[(?]M.*",
    ],
)
def test_ordinary_patterns_are_accepted(pattern: str) -> None:
    """Alternatives, classes, escapes, groups and a few repeats are accepted unchanged."""
    assert checked_regex(pattern) == pattern


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(a+)+b", "a repeat or alternatives"),
        ("(a|aa)*b", "a repeat or alternatives"),
        ("((a?)b)*", "a repeat or alternatives"),
        ("(?:x*){2,}", "a repeat or alternatives"),
        (".*a.*b.*c.*", "over 3 unbounded repeats"),
        (r"(a)\1", r"\1 is not accepted"),
        (r"\p{L}+", r"bad escape"),
        ("(?=a)b", "only (?: is accepted"),
        ("(?i)a", "only (?: is accepted"),
        ("[a&&b]", "contains another one"),
        ("[a[b]]", "contains another one"),
        (".?" * 33 + "x", "too many ways"),
        (".??" * 40 + "x", "too many ways"),
        ("(?:.?.?.?.?)" * 8 + "x", "too many ways"),
        ("(?:a|aa)" * 20 + "x", "too many ways"),
        (".{0,999}" * 6 + "x", "over 3 unbounded repeats"),
        (".*.*.*a?b?c?d?", "too many ways"),
        ("(a", "unterminated"),
        ("*a", "nothing to repeat"),
        ("a{,3}", "does not begin a number"),
        ("a{", "does not begin a number"),
        ("a*+", "a repeat or alternatives"),
        ("a" * 201, "longer than 200"),
        ("(" * 199, "missing"),
    ],
)
def test_unsafe_patterns_are_rejected(pattern: str, why: str) -> None:
    """Nested repeats, backreferences, lookaround and invalid patterns are rejected with the reason."""
    with pytest.raises(RequestError) as caught:
        checked_regex(pattern)
    assert caught.value.code is Code.BAD_USER_INPUT
    assert why in caught.value.message


@pytest.mark.graph
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pattern=st.text("ab.*+?|()[]{}\\\\^$-,12dw&:", max_size=14))
async def test_accepted_patterns_run_in_neo4j(graph: Graph, pattern: str) -> None:
    """Every accepted pattern is a valid regular expression in Neo4j."""
    try:
        checked_regex(pattern)
    except RequestError:
        return
    await graph.read("RETURN 'abab a1' =~ $pattern", {"pattern": pattern})
