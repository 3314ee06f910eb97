from itertools import permutations

import pytest

from loaders.records.match_features import MatchFeatures, RecordRef
from loaders.resolution.entities import EntityCluster, cluster_entities
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.people import Person, cluster_people


def stated(
    source: str, key: str, *ids: str, title: str | None = None, loader: str = "l", kind: str = "paper"
) -> MatchFeatures:
    return MatchFeatures(RecordRef(source, key, loader), kind, ids, title and f"{title}|2001|smith")


def in_every_order(records: list[MatchFeatures]) -> list[EntityCluster]:
    answers = [cluster_entities(order) for order in permutations(records)]
    assert all(sorted(map(str, answer)) == sorted(map(str, answers[0])) for answer in answers)
    return answers[0]


def keys(found: list[EntityCluster]) -> list[list[str]]:
    return sorted([ref.key for ref in thing.refs] for thing in found)


def test_a_shared_id_joins_and_says_so() -> None:
    """Records of two sources with one outside id are one paper, joined by that id's scheme."""
    found = in_every_order([stated("a", "1", "doi:10.1/x"), stated("b", "2", "doi:10.1/x", "arxiv:1")])
    assert keys(found) == [["1", "2"]]
    assert set(found[0].rules.values()) == {"doi"}
    assert found[0].ids == ["arxiv:1", "doi:10.1/x"]


def test_two_records_of_one_source_are_never_joined() -> None:
    """The id that both state stays with the key that sorts first; the other reports a conflict."""
    found = in_every_order(
        [stated("a", "1", "doi:10.1/x"), stated("a", "2", "doi:10.1/x"), stated("b", "3", "doi:10.1/x")]
    )
    assert keys(found) == [["1", "3"], ["2"]]
    alone = next(thing for thing in found if len(thing.refs) == 1)
    assert alone.ids == []
    assert alone.conflicts == {RecordRef("a", "2", "l"): ["doi:10.1/x"]}


def test_a_chain_of_ids_does_not_lead_two_records_of_one_source_together() -> None:
    """A record between two of one source goes with the first of its ids, and the refusal is reported."""
    found = in_every_order(
        [stated("a", "1", "doi:10.1/x"), stated("b", "2", "doi:10.1/x", "doi:10.1/y"), stated("a", "3", "doi:10.1/y")]
    )
    assert keys(found) == [["1", "2"], ["3"]]
    assert sum(len(thing.conflicts) for thing in found) == 1


def test_a_title_joins_across_sources_only_and_only_where_it_is_alone() -> None:
    """One title key joins two sources; where a source has it twice it joins nobody."""
    assert keys(in_every_order([stated("a", "1", title="t"), stated("b", "2", title="t")])) == [["1", "2"]]
    twins = [stated("a", "1", title="t"), stated("a", "2", title="t"), stated("b", "3", title="t")]
    assert keys(in_every_order(twins)) == [["1"], ["2"], ["3"]]


def test_a_title_does_not_join_what_different_ids_keep_apart() -> None:
    """Two papers that hold different ids of one scheme are two papers, whatever their titles."""
    assert len(in_every_order([stated("a", "1", "arxiv:1", title="t"), stated("b", "2", "arxiv:2", title="t")])) == 2


def test_one_key_from_two_loaders_is_one_record() -> None:
    """The same source and key under two loaders is one thing without any id, and no conflict."""
    found = in_every_order([stated("a", "1", "doi:10.1/x"), stated("a", "1", "doi:10.1/x", loader="m")])
    assert keys(found) == [["1", "1"]]
    assert found[0].conflicts == {}


def test_kinds_are_never_mixed() -> None:
    """An id that a paper and an institution state is a conflict, not a merger."""
    found = in_every_order([stated("a", "1", "doi:10.1/x"), stated("b", "2", "doi:10.1/x", kind="institution")])
    assert keys(found) == [["1"], ["2"]]


def test_a_guess_decides_nothing() -> None:
    """What the classifier says goes with whoever owns the id that it names; who owns it does not hang on that."""
    said = [
        stated("acl", "1", "doi:10.1/a"),
        stated("acl", "2", "doi:10.1/b"),
        stated("crossref", "1", "doi:10.1/a", "doi:10.1/c"),
        stated("dblp", "1", "doi:10.1/b", "doi:10.1/c"),
    ]
    before = [(thing.refs, thing.ids, thing.conflicts) for thing in cluster_entities(said)]
    guesses = [stated("byline", one, one) for one in ("doi:10.1/a", "doi:10.1/b", "doi:10.1/c", "doi:10.1/gone")]
    found = cluster_entities([*said[1:], *guesses[2:], guesses[0], said[0], guesses[1]])
    assert sorted(map(str, cluster_entities([*guesses, *said]))) == sorted(map(str, found))
    known = [thing for thing in found if any(ref.source != "byline" for ref in thing.refs)]
    assert [
        ([ref for ref in thing.refs if ref.source != "byline"], thing.ids, thing.conflicts) for thing in known
    ] == before
    assert [[ref.key for ref in thing.refs if ref.source == "byline"] for thing in known] == [
        ["doi:10.1/a", "doi:10.1/c"],
        ["doi:10.1/b"],
    ]
    assert [thing.refs[0].key for thing in found if thing not in known] == ["doi:10.1/gone"]


def mention(  # noqa: PLR0913 what a rule looks at
    record: str, position: int, name: str, *ids: str, others: str = "", work: str = "", at: str = ""
) -> Mention:
    beside = frozenset(others.split("|")) if others else frozenset[str]()
    places = frozenset({at}) if at else frozenset[str]()
    return Mention(RecordRef("s", record, "l"), "author", position, name, ids, beside, places, work or record)


def persons(*mentions: Mention) -> list[Person]:
    answers = [cluster_people(order) for order in permutations(mentions)]
    texts = [sorted(str([one.place for one in person.mentions]) for person in answer) for answer in answers]
    assert all(text == texts[0] for text in texts)
    return answers[0]


def groups(found: list[Person]) -> list[list[str]]:
    return sorted(sorted(f"{one.ref.key}{one.position}" for one in person.mentions) for person in found)


def test_ids_decide_and_two_of_one_source_never_meet() -> None:
    """One person id is one person; a place that states two joins them, but never two ids of one scheme."""
    found = persons(
        mention("a", 1, "wei wang", "acl-person:w-1"),
        mention("b", 1, "wei wang", "acl-person:w-1", "orcid:1"),
        mention("c", 1, "wei wang", "acl-person:w-2", "orcid:1"),
    )
    assert groups(found) == [["a1", "b1"], ["c1"]]
    assert [refused for person in found for _, refused in person.refused] == ["orcid:1"]


def test_by_lines_of_one_work_are_laid_side_by_side() -> None:
    """In two records of one paper, initials go to the one name that they fit, and to none where two would."""
    found = persons(
        mention("a", 1, "m shoeybi", work="p"),
        mention("b", 1, "mohammad shoeybi", work="p"),
    )
    assert groups(found) == [["a1", "b1"]]
    unclear = persons(
        mention("a", 1, "j smith", work="p"),
        mention("b", 1, "jane smith", work="p"),
        mention("b", 2, "john smith", work="p"),
    )
    assert len(unclear) == 3


def test_a_name_needs_a_shared_co_author_or_place() -> None:
    """One name in two papers is one person where a co-author or an institution is shared, and two where nothing is."""
    assert groups(persons(mention("a", 1, "n", others="x|y"), mention("b", 1, "n", others="y|z"))) == [["a1", "b1"]]
    assert groups(persons(mention("a", 1, "n", at="u"), mention("b", 1, "n", at="u"))) == [["a1", "b1"]]
    assert len(persons(mention("a", 1, "n", others="x"), mention("b", 1, "n", others="z"))) == 2


@pytest.mark.parametrize(
    "other", ["ada lovelace", "a lovelace", "a m lovelace", "ada mary lovelace", "ada m lovelace jr"]
)
def test_names_that_fit_need_a_shared_co_author(other: str) -> None:
    """Initials, and given names left out, are one person where a co-author is shared, initials of theirs included."""
    one = mention("a", 1, "ada m lovelace", others="charles babbage|x")
    assert len(persons(one, mention("b", 1, other, others="c babbage|y"))) == 1
    assert len(persons(one, mention("b", 1, "a k lovelace", others="c babbage|y"))) == 2


def test_two_spellings_of_one_rare_name_are_one_person() -> None:
    """As many given names, one of them written out in both and the other fitting, need no other evidence."""
    assert len(persons(mention("a", 1, "ada m lovelace"), mention("b", 1, "ada mary lovelace"))) == 1
    assert len(persons(mention("a", 1, "jeanluc lovelace"), mention("b", 1, "jean luc lovelace"))) == 1
    for one, other in (("ada lovelace", "ada m lovelace"), ("a m lovelace", "ada mary lovelace")):
        assert len(persons(mention("a", 1, one), mention("b", 1, other))) == 2


def test_a_name_that_fits_two_others_goes_to_neither() -> None:
    """Initials that stand between two given names join nobody, whether by a co-author, an id or a rare name."""
    ada, anna = mention("a", 1, "ada lovelace", others="x"), mention("b", 1, "anna lovelace", others="y")
    for between in (
        mention("c", 1, "a lovelace", others="x|y"),
        mention("c", 1, "a lovelace", "orcid:1", others="x|y"),
    ):
        found = persons(ada, anna, between)
        assert not any({ada, anna} <= {*person.mentions} for person in found)
    one, other = mention("a", 1, "robert e mercer", others="x"), mention("b", 1, "robert l mercer", others="y")
    both = (mention("c", 1, "robert mercer", others="x"), mention("d", 1, "robert mercer", others="y"))
    assert groups(persons(one, other, *both)) == [["a1", "c1"], ["b1", "d1"]]


def test_a_rare_name_is_one_person_where_nothing_speaks_against_it() -> None:
    """Who bears a name that few share is one person without other evidence, an identified one too, and says so."""
    found = persons(
        mention("a", 1, "ada lovelace"), mention("b", 1, "ada lovelace"), mention("c", 1, "ada lovelace", "orcid:1")
    )
    assert groups(found) == [["a1", "b1", "c1"]]
    assert sorted(found[0].rules.values()) == ["orcid", "rare name", "rare name"]


@pytest.mark.parametrize(
    "name",
    ["wei wang", "wang wei", "jane smith", "j lovelace", "j m lovelace", "xiaoming wang", "thomas smith", "plato", ""],
)
def test_a_name_that_many_share_needs_evidence(name: str) -> None:
    """A family name that very many bear, an initial, a single name: these alone make nobody one person."""
    assert len(persons(mention("a", 1, name), mention("b", 1, name))) == 2


@pytest.mark.parametrize("name", ["xiao ming wang", "anne sophie martinez", "thomas lovelace"])
def test_a_frequent_family_name_needs_more_given_names_to_be_rare(name: str) -> None:
    """Two given names written out tell people of a frequent family name apart; a given name is no family name."""
    assert len(persons(mention("a", 1, name), mention("b", 1, name))) == 1


def test_what_speaks_against_a_rare_name_keeps_all_of_that_name_apart() -> None:
    """Two ids of one scheme, and two places of one by-line, keep those of one name apart who have no other evidence."""
    rivals = persons(
        mention("a", 1, "ada lovelace", "orcid:1"),
        mention("b", 1, "ada lovelace", "orcid:2"),
        mention("c", 1, "ada lovelace"),
    )
    assert groups(rivals) == [["a1"], ["b1"], ["c1"]]
    twice = persons(
        mention("a", 1, "ada lovelace", "orcid:1"),
        mention("a", 2, "ada lovelace", "acl-person:x"),
        mention("b", 1, "ada lovelace"),
    )
    assert groups(twice) == [["a1"], ["a2"], ["b1"]]


def test_a_component_goes_where_the_evidence_is_of_one_mind() -> None:
    """Mentions without id join the one identified person that they lead to, and nobody where they lead to two."""
    one = mention("a", 1, "n", "acl-person:n-1", others="x")
    two = mention("b", 1, "n", "acl-person:n-2", others="y")
    assert groups(persons(one, two, mention("c", 1, "n", others="x"))) == [["a1", "c1"], ["b1"]]
    found = persons(one, two, mention("c", 1, "n", others="x|y"))
    assert groups(found) == [["a1"], ["b1"], ["c1"]]
    assert sum(person.ambiguous for person in found) == 1


def test_a_name_twice_in_a_by_line_is_two_people() -> None:
    """Two places of one by-line with one name are not joined by names, nor through a third record."""
    found = persons(
        mention("a", 1, "n", others="x"), mention("a", 2, "n", others="x"), mention("b", 1, "n", others="x")
    )
    assert len(found) == 3
    same = persons(mention("a", 1, "n", "orcid:1"), mention("a", 2, "n", "orcid:1"))
    assert len(same) == 1


def test_a_preprint_server_s_doi_is_no_rival_of_a_publisher_s() -> None:
    """A preprint with the DOI that arXiv gave and the article with its publisher's meet by title all the same."""
    preprint = stated("arxiv", "1", "doi:10.48550/arxiv.2201.1", title="t")
    assert len(in_every_order([preprint, stated("crossref", "2", "doi:10.1/x", title="t")])) == 1


def test_a_source_s_own_preprint_and_article_are_one_work_where_it_says_so() -> None:
    """Whichever of the two says it, a preprint and its article of one source are joined, and others with them."""
    preprint = MatchFeatures(RecordRef("a", "1", "l"), "paper", ("doi:10.1/p",), preprint=True)
    article = MatchFeatures(
        RecordRef("a", "2", "l"), "paper", ("doi:10.1/x", "doi:10.1/p"), same_work=frozenset({"doi:10.1/p"})
    )
    found = in_every_order([preprint, article, stated("b", "3", "doi:10.1/p"), stated("c", "4", "doi:10.1/x")])
    assert keys(found) == [["1", "2", "3", "4"]]
    assert found[0].ids == ["doi:10.1/p", "doi:10.1/x"]
    assert found[0].rules[RecordRef("a", "1", "l")] == "same work"


def test_a_preprint_never_makes_one_of_two_articles() -> None:
    """Of two articles that both say that they had one preprint the first has it; the other reports a conflict."""
    preprint = MatchFeatures(RecordRef("a", "1", "l"), "paper", ("doi:10.1/p",), preprint=True)
    articles = [
        MatchFeatures(
            RecordRef("a", key, "l"), "paper", (f"doi:10.1/{key}", "doi:10.1/p"), same_work=frozenset({"doi:10.1/p"})
        )
        for key in "23"
    ]
    found = in_every_order([preprint, *articles])
    assert keys(found) == [["1", "2"], ["3"]]
    assert next(thing for thing in found if len(thing.refs) == 1).conflicts == {
        RecordRef("a", "3", "l"): ["doi:10.1/p"]
    }


def test_an_id_of_another_record_is_not_taken_from_it() -> None:
    """An id that one record states as its own stays with it, though a record of another source says it means it too."""
    claims = MatchFeatures(RecordRef("a", "1", "l"), "paper", ("doi:10.1/x",), same_work=frozenset({"doi:10.1/x"}))
    owns = stated("a", "2", "doi:10.1/x")
    found = in_every_order([claims, owns])
    assert next(thing.ids for thing in found if thing.refs[0].key == "2") == ["doi:10.1/x"]


LONG = "agraphofwhoiswhoandwhatiswhat"


def of_year(  # noqa: PLR0913 what the rule looks at
    source: str,
    key: str,
    year: int,
    *,
    preprint: bool = False,
    title: str = LONG,
    by: tuple[str, ...] = ("smith", "ruiz"),
) -> MatchFeatures:
    title_key = f"{title}|{year}|{by[0] if by else 'smith'}"
    return MatchFeatures(RecordRef(source, key, "l"), "paper", (), title_key, preprint=preprint, by_line=by)


def test_a_preprint_and_its_article_of_the_next_year_are_one_work() -> None:
    """A preprint meets the work of the year beside by title and all authors, not of two years on."""
    preprint = of_year("arxiv", "1", 2001, preprint=True)
    assert keys(in_every_order([preprint, of_year("crossref", "2", 2002)])) == [["1", "2"]]
    assert keys(in_every_order([preprint, of_year("crossref", "2", 2000)])) == [["1", "2"]]
    assert len(in_every_order([preprint, of_year("crossref", "2", 2003)])) == 2


@pytest.mark.parametrize(
    "other",
    [
        of_year("crossref", "2", 2002, by=("smith", "jones")),
        of_year("crossref", "2", 2002, by=("smith",)),
        of_year("crossref", "2", 2002, by=()),
        of_year("crossref", "2", 2002, preprint=True),
        of_year("crossref", "2", 2002, title="introduction"),
        of_year("arxiv", "2", 2002),
    ],
)
def test_two_years_need_a_preprint_a_long_title_and_all_authors(other: MatchFeatures) -> None:
    """Other authors, a by-line cut off, two preprints, a short title or one source: two years stay two works."""
    title = other.title_key.split("|")[0] if other.title_key else LONG
    assert len(in_every_order([of_year("arxiv", "1", 2001, preprint=True, title=title), other])) == 2


def test_articles_of_two_years_and_titles_that_come_twice_stay_apart() -> None:
    """A yearly editorial is one each year; where a source has the title in two years, no preprint of a third joins."""
    yearly = [of_year("crossref", str(year), year) for year in (2001, 2002)]
    assert len(in_every_order([yearly[0], of_year("dblp", "3", 2002)])) == 2
    assert len(in_every_order([*yearly, of_year("arxiv", "3", 2003, preprint=True)])) == 3
    assert keys(in_every_order([*yearly, of_year("arxiv", "3", 2002, preprint=True)])) == [["2001"], ["3", "2002"]]
