from itertools import permutations

import pytest

from loaders.records.match_features import MatchFeatures, RecordRef
from loaders.resolution.entities import EntityCluster, cluster_entities
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.people import Person, cluster_people
from loaders.resolution.person_name_keys import blocking_key
from normalization.text import MIN_TITLE_LETTERS, title_key


def features(
    source: str, key: str, *ids: str, title: str | None = None, loader: str = "l", kind: str = "paper"
) -> MatchFeatures:
    """Return the match features of a record."""
    return MatchFeatures(RecordRef(source, key, loader), kind, ids, title and f"{title}|2001|smith")


def cluster_in_every_order(records: list[MatchFeatures]) -> list[EntityCluster]:
    """Return the clusters of the records and check that every input order gives the same clusters."""
    answers = [cluster_entities(order) for order in permutations(records)]
    assert all(sorted(map(str, answer)) == sorted(map(str, answers[0])) for answer in answers)
    return answers[0]


def cluster_keys(found: list[EntityCluster]) -> list[list[str]]:
    """Return the sorted key list of each cluster's records."""
    return sorted([ref.key for ref in thing.refs] for thing in found)


def test_shared_id_joins_records_and_names_rule() -> None:
    """Records of two sources with a shared external ID form one paper; the rule is the scheme of the ID."""
    found = cluster_in_every_order([features("a", "1", "doi:10.1/x"), features("b", "2", "doi:10.1/x", "arxiv:1")])
    assert cluster_keys(found) == [["1", "2"]]
    assert set(found[0].rules.values()) == {"doi"}
    assert found[0].ids == ["arxiv:1", "doi:10.1/x"]


def test_records_of_one_source_are_never_joined() -> None:
    """The ID that two records of one source state stays with the first key; the other reports a conflict."""
    found = cluster_in_every_order(
        [features("a", "1", "doi:10.1/x"), features("a", "2", "doi:10.1/x"), features("b", "3", "doi:10.1/x")]
    )
    assert cluster_keys(found) == [["1", "3"], ["2"]]
    alone = next(thing for thing in found if len(thing.refs) == 1)
    assert alone.ids == []
    assert alone.conflicts == {RecordRef("a", "2", "l"): ["doi:10.1/x"]}


def test_id_chain_does_not_join_records_of_one_source() -> None:
    """A record between two records of one source joins the one with its first ID, and a conflict is reported."""
    found = cluster_in_every_order(
        [
            features("a", "1", "doi:10.1/x"),
            features("b", "2", "doi:10.1/x", "doi:10.1/y"),
            features("a", "3", "doi:10.1/y"),
        ]
    )
    assert cluster_keys(found) == [["1", "2"], ["3"]]
    assert sum(len(thing.conflicts) for thing in found) == 1


def test_title_joins_only_across_sources_and_if_unique() -> None:
    """A title key joins two sources; if a source has the title twice, it joins no records."""
    assert cluster_keys(cluster_in_every_order([features("a", "1", title="t"), features("b", "2", title="t")])) == [
        ["1", "2"]
    ]
    twins = [features("a", "1", title="t"), features("a", "2", title="t"), features("b", "3", title="t")]
    assert cluster_keys(cluster_in_every_order(twins)) == [["1"], ["2"], ["3"]]


def test_title_does_not_join_records_with_different_ids() -> None:
    """Two papers with different IDs of one scheme stay separate despite equal titles."""
    assert (
        len(
            cluster_in_every_order([features("a", "1", "arxiv:1", title="t"), features("b", "2", "arxiv:2", title="t")])
        )
        == 2
    )


def test_same_key_of_two_loaders_is_one_entity() -> None:
    """Records of two loaders with the same source and key form one entity without an ID and without a conflict."""
    found = cluster_in_every_order([features("a", "1", "doi:10.1/x"), features("a", "1", "doi:10.1/x", loader="m")])
    assert cluster_keys(found) == [["1", "1"]]
    assert found[0].conflicts == {}


def test_entities_of_different_kinds_are_never_joined() -> None:
    """An ID that a paper and an institution share is a conflict and does not join them."""
    found = cluster_in_every_order(
        [features("a", "1", "doi:10.1/x"), features("b", "2", "doi:10.1/x", kind="institution")]
    )
    assert cluster_keys(found) == [["1"], ["2"]]


def test_classifier_record_does_not_affect_clusters() -> None:
    """A classifier record joins the owner of its ID, and the ownership of IDs does not depend on it."""
    said = [
        features("acl", "1", "doi:10.1/a"),
        features("acl", "2", "doi:10.1/b"),
        features("crossref", "1", "doi:10.1/a", "doi:10.1/c"),
        features("dblp", "1", "doi:10.1/b", "doi:10.1/c"),
    ]
    before = [(thing.refs, thing.ids, thing.conflicts) for thing in cluster_entities(said)]
    guesses = [features("byline", one, one) for one in ("doi:10.1/a", "doi:10.1/b", "doi:10.1/c", "doi:10.1/gone")]
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
    coauthor_keys = tuple(map(blocking_key, others.split("|"))) if others else ()
    places = (at,) if at else ()
    return Mention(RecordRef("s", record, "l"), "author", position, name, ids, coauthor_keys, places, work or record)


def cluster_mentions_in_every_order(*mentions: Mention) -> list[Person]:
    """Return the people of the mentions and check that every input order gives the same people."""
    answers = [cluster_people(order) for order in permutations(mentions)]
    texts = [sorted(str([one.mention_key for one in person.mentions]) for person in answer) for answer in answers]
    assert all(text == texts[0] for text in texts)
    return answers[0]


def mention_groups(found: list[Person]) -> list[list[str]]:
    """Return the record key and position of each person's mentions, sorted."""
    return sorted(sorted(f"{one.ref.key}{one.position}" for one in person.mentions) for person in found)


def test_person_ids_join_but_not_within_one_scheme() -> None:
    """A shared person ID joins mentions, but never two different IDs of one scheme."""
    found = cluster_mentions_in_every_order(
        mention("a", 1, "wei wang", "acl-person:w-1"),
        mention("b", 1, "wei wang", "acl-person:w-1", "orcid:1"),
        mention("c", 1, "wei wang", "acl-person:w-2", "orcid:1"),
    )
    assert mention_groups(found) == [["a1", "b1"], ["c1"]]
    assert [refused for person in found for _, refused in person.rejected_ids] == ["orcid:1"]


def test_bylines_of_one_work_are_aligned() -> None:
    """In two bylines of one paper, initials match the only fitting name, and no name if two names fit."""
    found = cluster_mentions_in_every_order(
        mention("a", 1, "m shoeybi", work="p"),
        mention("b", 1, "mohammad shoeybi", work="p"),
    )
    assert mention_groups(found) == [["a1", "b1"]]
    unclear = cluster_mentions_in_every_order(
        mention("a", 1, "j smith", work="p"),
        mention("b", 1, "jane smith", work="p"),
        mention("b", 2, "john smith", work="p"),
    )
    assert len(unclear) == 3


def test_same_name_needs_shared_coauthor_or_affiliation() -> None:
    """Equal names in two papers match if a co-author or institution is shared, and otherwise do not."""
    assert mention_groups(
        cluster_mentions_in_every_order(mention("a", 1, "n", others="x|y"), mention("b", 1, "n", others="y|z"))
    ) == [["a1", "b1"]]
    assert mention_groups(
        cluster_mentions_in_every_order(mention("a", 1, "n", at="u"), mention("b", 1, "n", at="u"))
    ) == [["a1", "b1"]]
    assert len(cluster_mentions_in_every_order(mention("a", 1, "n", others="x"), mention("b", 1, "n", others="z"))) == 2


@pytest.mark.parametrize(
    "other", ["ada lovelace", "a lovelace", "a m lovelace", "ada mary lovelace", "ada m lovelace jr"]
)
def test_compatible_names_need_shared_coauthor(other: str) -> None:
    """Initials and omitted given names match with a shared co-author, also one with initials."""
    one = mention("a", 1, "ada m lovelace", others="charles babbage|x")
    assert len(cluster_mentions_in_every_order(one, mention("b", 1, other, others="c babbage|y"))) == 1
    assert len(cluster_mentions_in_every_order(one, mention("b", 1, "a k lovelace", others="c babbage|y"))) == 2


def test_spellings_of_rare_name_match_without_evidence() -> None:
    """Equally many given names, one written out in both and the others compatible, match without evidence."""
    assert (
        len(cluster_mentions_in_every_order(mention("a", 1, "ada m lovelace"), mention("b", 1, "ada mary lovelace")))
        == 1
    )
    assert (
        len(cluster_mentions_in_every_order(mention("a", 1, "jeanluc lovelace"), mention("b", 1, "jean luc lovelace")))
        == 1
    )
    for one, other in (("ada lovelace", "ada m lovelace"), ("a m lovelace", "ada mary lovelace")):
        assert len(cluster_mentions_in_every_order(mention("a", 1, one), mention("b", 1, other))) == 2


def test_name_compatible_with_two_people_joins_neither() -> None:
    """Initials between two given names join neither person by co-author, ID or rare name."""
    ada, anna = mention("a", 1, "ada lovelace", others="x"), mention("b", 1, "anna lovelace", others="y")
    for between in (
        mention("c", 1, "a lovelace", others="x|y"),
        mention("c", 1, "a lovelace", "orcid:1", others="x|y"),
    ):
        found = cluster_mentions_in_every_order(ada, anna, between)
        assert not any({ada, anna} <= {*person.mentions} for person in found)
    one, other = mention("a", 1, "robert e mercer", others="x"), mention("b", 1, "robert l mercer", others="y")
    both = (mention("c", 1, "robert mercer", others="x"), mention("d", 1, "robert mercer", others="y"))
    assert mention_groups(cluster_mentions_in_every_order(one, other, *both)) == [["a1", "c1"], ["b1", "d1"]]


def test_rare_name_matches_without_counterevidence() -> None:
    """A rare name joins mentions without other evidence, identified people included, under its own rule name."""
    found = cluster_mentions_in_every_order(
        mention("a", 1, "ada lovelace"), mention("b", 1, "ada lovelace"), mention("c", 1, "ada lovelace", "orcid:1")
    )
    assert mention_groups(found) == [["a1", "b1", "c1"]]
    assert sorted(found[0].rules.values()) == ["orcid", "rare name", "rare name"]


@pytest.mark.parametrize(
    "name",
    ["wei wang", "wang wei", "jane smith", "j lovelace", "j m lovelace", "xiaoming wang", "thomas smith", "plato", ""],
)
def test_frequent_name_needs_evidence(name: str) -> None:
    """A frequent family name, an initial or a single name alone does not join mentions."""
    assert len(cluster_mentions_in_every_order(mention("a", 1, name), mention("b", 1, name))) == 2


@pytest.mark.parametrize("name", ["chu ren huang", "anne sophie martinez", "thomas lovelace"])
def test_frequent_family_name_needs_more_given_names_to_be_rare(name: str) -> None:
    """Two full given names make a name with a frequent family name rare; a given name is not a family name."""
    assert len(cluster_mentions_in_every_order(mention("a", 1, name), mention("b", 1, name))) == 1


@pytest.mark.parametrize("name", ["j zico kolter", "h vincent poor", "roy fox", "mohammad ghavamzadeh"])
def test_initial_or_family_name_as_given_name_does_not_block_rare_name(name: str) -> None:
    """A name is rare if a given name follows an initial, or if its given name is a frequent family name elsewhere."""
    assert len(cluster_mentions_in_every_order(mention("a", 1, name), mention("b", 1, name))) == 1


def test_counterevidence_separates_mentions_of_rare_name() -> None:
    """Two IDs of one scheme, or two positions of one byline, separate all mentions without other evidence."""
    rivals = cluster_mentions_in_every_order(
        mention("a", 1, "ada lovelace", "orcid:1"),
        mention("b", 1, "ada lovelace", "orcid:2"),
        mention("c", 1, "ada lovelace"),
    )
    assert mention_groups(rivals) == [["a1"], ["b1"], ["c1"]]
    twice = cluster_mentions_in_every_order(
        mention("a", 1, "ada lovelace", "orcid:1"),
        mention("a", 2, "ada lovelace", "acl-person:x"),
        mention("b", 1, "ada lovelace"),
    )
    assert mention_groups(twice) == [["a1"], ["a2"], ["b1"]]


def test_mentions_join_person_only_if_evidence_is_unanimous() -> None:
    """Mentions without an ID join the only identified person that evidence leads to, and no person if two."""
    one = mention("a", 1, "n", "acl-person:n-1", others="x")
    two = mention("b", 1, "n", "acl-person:n-2", others="y")
    assert mention_groups(cluster_mentions_in_every_order(one, two, mention("c", 1, "n", others="x"))) == [
        ["a1", "c1"],
        ["b1"],
    ]
    found = cluster_mentions_in_every_order(one, two, mention("c", 1, "n", others="x|y"))
    assert mention_groups(found) == [["a1"], ["b1"], ["c1"]]
    assert sum(person.ambiguous for person in found) == 1


def test_repeated_name_in_byline_is_two_people() -> None:
    """Two equal names of one byline are not joined by name, directly or through a third record."""
    found = cluster_mentions_in_every_order(
        mention("a", 1, "n", others="n|x"), mention("a", 2, "n", others="n|x"), mention("b", 1, "n", others="x")
    )
    assert len(found) == 3
    same = cluster_mentions_in_every_order(mention("a", 1, "n", "orcid:1"), mention("a", 2, "n", "orcid:1"))
    assert len(same) == 1


def test_preprint_doi_does_not_conflict_with_publisher_doi() -> None:
    """A preprint with an arXiv DOI and an article with a publisher DOI still match by title."""
    preprint = features("arxiv", "1", "doi:10.48550/arxiv.2201.1", title="t")
    assert len(cluster_in_every_order([preprint, features("crossref", "2", "doi:10.1/x", title="t")])) == 1


def test_preprint_and_article_of_one_source_join_if_source_links_them() -> None:
    """A preprint and its article of one source join if either record links them, with other sources' records."""
    preprint = MatchFeatures(RecordRef("a", "1", "l"), "paper", ("doi:10.1/p",), preprint=True)
    article = MatchFeatures(
        RecordRef("a", "2", "l"), "paper", ("doi:10.1/x", "doi:10.1/p"), same_work=frozenset({"doi:10.1/p"})
    )
    found = cluster_in_every_order(
        [preprint, article, features("b", "3", "doi:10.1/p"), features("c", "4", "doi:10.1/x")]
    )
    assert cluster_keys(found) == [["1", "2", "3", "4"]]
    assert found[0].ids == ["doi:10.1/p", "doi:10.1/x"]
    assert found[0].rules[RecordRef("a", "1", "l")] == "same work"


def test_preprint_does_not_join_two_articles() -> None:
    """If two articles claim one preprint, the first gets it and the other reports a conflict."""
    preprint = MatchFeatures(RecordRef("a", "1", "l"), "paper", ("doi:10.1/p",), preprint=True)
    articles = [
        MatchFeatures(
            RecordRef("a", key, "l"), "paper", (f"doi:10.1/{key}", "doi:10.1/p"), same_work=frozenset({"doi:10.1/p"})
        )
        for key in "23"
    ]
    found = cluster_in_every_order([preprint, *articles])
    assert cluster_keys(found) == [["1", "2"], ["3"]]
    assert next(thing for thing in found if len(thing.refs) == 1).conflicts == {
        RecordRef("a", "3", "l"): ["doi:10.1/p"]
    }


def test_id_of_one_record_is_not_moved_to_another() -> None:
    """An ID stays with the record that states it as its own, even if another record claims it as the same work."""
    claims = MatchFeatures(RecordRef("a", "1", "l"), "paper", ("doi:10.1/x",), same_work=frozenset({"doi:10.1/x"}))
    owns = features("a", "2", "doi:10.1/x")
    found = cluster_in_every_order([claims, owns])
    assert next(thing.ids for thing in found if thing.refs[0].key == "2") == ["doi:10.1/x"]


LONG = "agraphofwhoiswhoandwhatiswhat"


def features_of_year(  # noqa: PLR0913 what the rule looks at
    source: str,
    key: str,
    year: int,
    *,
    preprint: bool = False,
    title: str = LONG,
    by: tuple[str, ...] = ("smith", "ruiz"),
) -> MatchFeatures:
    """Return the match features of a paper with a title, a year and authors."""
    title_key = f"{title}|{year}|{by[0] if by else 'smith'}"
    return MatchFeatures(RecordRef(source, key, "l"), "paper", (), title_key, preprint=preprint, by_line=by)


def test_preprint_and_article_one_year_apart_match() -> None:
    """A preprint matches a work of an adjacent year by title and all authors, but not two years apart."""
    preprint = features_of_year("arxiv", "1", 2001, preprint=True)
    assert cluster_keys(cluster_in_every_order([preprint, features_of_year("crossref", "2", 2002)])) == [["1", "2"]]
    assert cluster_keys(cluster_in_every_order([preprint, features_of_year("crossref", "2", 2000)])) == [["1", "2"]]
    assert len(cluster_in_every_order([preprint, features_of_year("crossref", "2", 2003)])) == 2


@pytest.mark.parametrize(
    "other",
    [
        features_of_year("crossref", "2", 2002, by=("smith", "jones")),
        features_of_year("crossref", "2", 2002, by=("smith",)),
        features_of_year("crossref", "2", 2002, by=()),
        features_of_year("crossref", "2", 2002, preprint=True),
        features_of_year("crossref", "2", 2002, title="introduction"),
        features_of_year("arxiv", "2", 2002),
    ],
)
def test_year_difference_needs_preprint_long_title_and_all_authors(other: MatchFeatures) -> None:
    """Other authors, a cut byline, two preprints, a short title or one source prevent a match across years."""
    title = other.title_key.split("|")[0] if other.title_key else LONG
    assert len(cluster_in_every_order([features_of_year("arxiv", "1", 2001, preprint=True, title=title), other])) == 2


@pytest.mark.parametrize(("letters", "entities"), [(MIN_TITLE_LETTERS, 1), (MIN_TITLE_LETTERS - 1, 2)])
def test_years_match_from_minimum_length_of_title(letters: int, entities: int) -> None:
    """Across years, a title matches from the minimum number of letters, without spaces."""
    title = " ".join("a" * letters)
    preprint_key, article_key = (title_key(title, year, "Smith") for year in (2001, 2002))
    by_line = ("smith", "ruiz")
    preprint = MatchFeatures(RecordRef("arxiv", "1", "l"), "paper", (), preprint_key, preprint=True, by_line=by_line)
    article = MatchFeatures(RecordRef("crossref", "2", "l"), "paper", (), article_key, by_line=by_line)
    assert len(cluster_in_every_order([preprint, article])) == entities


def test_repeated_titles_in_two_years_stay_separate() -> None:
    """Yearly editorials stay separate; if a source repeats a title, no preprint of a third year matches."""
    yearly = [features_of_year("crossref", str(year), year) for year in (2001, 2002)]
    assert len(cluster_in_every_order([yearly[0], features_of_year("dblp", "3", 2002)])) == 2
    assert len(cluster_in_every_order([*yearly, features_of_year("arxiv", "3", 2003, preprint=True)])) == 3
    assert cluster_keys(cluster_in_every_order([*yearly, features_of_year("arxiv", "3", 2002, preprint=True)])) == [
        ["2001"],
        ["3", "2002"],
    ]
