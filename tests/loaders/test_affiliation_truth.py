"""Reference data for affiliation matching and the evaluation against it."""

from pathlib import Path

from msgspec import structs

from bench.identity.affiliations import TRUTHS, Noted, noted
from bench.identity.institutions import Outcome, measure
from bench.identity.registry import Registry
from loaders.records.parts import Relation
from loaders.records.record import InstitutionRecord


def institution(key: str, name: str, city: str, country: str, *parents: str) -> InstitutionRecord:
    record = InstitutionRecord(source="ror", key=key, name=name, city=city, country=country, ids=(f"ror:{key}",))
    return structs.replace(record, relations=tuple(Relation(kind="parent", target=f"ror:{one}") for one in parents))


KNOWN = Registry(
    [
        institution("academy", "Academy of Atlantis", "Poseidonis", "Greece"),
        institution("waves", "Poseidonis Institute of Waves", "Poseidonis", "Greece", "https://ror.org/academy"),
        institution("york", "University of York", "York", "United Kingdom"),
    ]
)
BOTH = "Poseidonis Institute of Waves, Academy of Atlantis"


def outcome(text: str, *ids: str, names: tuple[str, ...] = (), entered: str = "2019-01-01") -> Outcome:
    days = dict.fromkeys(KNOWN.names, entered)
    return measure(KNOWN, [Noted(text, frozenset(ids), frozenset(names))], days, "2022-12-31")


def test_relative_of_noted_institution_is_not_judged() -> None:
    """A parent named together with the annotated institute counts separately; alone it is wrong."""
    beside = outcome(BOTH, "waves")
    assert (beside.precision, beside.judged, beside.recall) == (0.5, 1.0, 1.0)
    assert list(beside.told) == ["beside a relative"]
    instead = outcome("Department of Foam, Academy of Atlantis", "waves")
    assert (instead.judged, instead.recall, list(instead.told)) == (0.0, 0.0, ["missed", "instead of a relative"])


def test_institution_newer_than_annotation_is_not_judged() -> None:
    """An institution that entered the registry after the annotation counts as newer, not right or wrong."""
    found = outcome("University of York", entered="2024-01-01")
    assert (found.found, found.judged, list(found.told)) == (1, 0.0, ["newer"])
    assert list(outcome("University of York").told) == ["wrong"]


def test_annotated_name_matches_current_institution() -> None:
    """An annotated name is right for the institution that has it now; an unknown name is reported."""
    assert outcome("University of York", names=("Univ. of York",)).precision == 1.0
    assert outcome("University of York", names=("University of York Law School",)).unknown == 1
    assert list(outcome("University of York", names=("University of York Law School",)).told) == ["beside a relative"]


def test_annotations_are_read_in_both_forms(tmp_path: Path) -> None:
    """Sets of IDs and names, and IDs separated by semicolons, are read, each text once; NP is no institution."""
    gold = tmp_path / "s2aff" / "gold_affiliation_annotations.csv"
    logs = tmp_path / "ror_matching" / "Logs" / "2023_affiliation_matching_logs.csv"
    for path in (gold, logs):
        path.parent.mkdir(parents=True)
    gold.write_text("original_affiliation,labels\nA,\"{'https://ror.org/a', 'B College'}\"\n", "utf-8")
    logs.write_text("affiliation,ror_id\nA,https://ror.org/a; https://ror.org/b\nA,NP\nC,NP\n", "utf-8")
    first, second, *_ = TRUTHS
    assert list(noted(first, tmp_path)) == [Noted("A", frozenset("a"), frozenset(["B College"]))]
    assert [(one.text, sorted(one.ids)) for one in noted(second, tmp_path)] == [("A", ["a", "b"]), ("C", [])]
    assert Noted("X", frozenset("a"), frozenset()).half == Noted("Y", frozenset("a"), frozenset()).half
