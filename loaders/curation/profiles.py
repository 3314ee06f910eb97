"""Record statements of users on claimed profiles, as records of the source `profile`.

A profile has one record of a person, which each edit replaces, and a decision that links it to the researcher. The key
of the record is the ID of the claim, so that it names no user.
"""

import hashlib
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec import structs
from ulid import ULID

from accounts.acts import KEY_LIFETIME, checked_mutation_key, reused_key, unknown_entity
from accounts.audit import ActorKind, Change
from accounts.errors import AccountGoneError, ActError, InputProblem
from accounts.profiles import ProfileEdit, StatedAffiliation, UserMutation
from accounts.timestamps import utc_text
from cypher.catalog import statement
from cypher.driver.client import Graph, Statement
from cypher.driver.values import Value
from cypher.queries import curation
from loaders.curation.decisions import anchors, decision_key
from loaders.curation.entity_lookup import CurationError, lookup_entity
from loaders.graph_queries import run_query
from loaders.pipeline.ended_profiles import ended_profiles
from loaders.pipeline.run import commit_and_finish, recompute_stale_facts, utc_now
from loaders.pipeline.summary import set_load_properties_statement
from loaders.records.decision_validation import CURATOR, LICENSE, PEOPLE
from loaders.records.errors import InvalidRecordError
from loaders.records.limits import enforce_limits
from loaders.records.match_features import RecordRef
from loaders.records.normalize import normalize_record
from loaders.records.parts import Affiliation, Anchor
from loaders.records.record import PROFILE, DecisionRecord, PersonRecord, Record
from loaders.records.serialization import decoded
from loaders.resolution.blocking.records import find_existing_versions
from loaders.resolution.resolve_batch import resolve_batch
from loaders.writing.derive import delete_unused_nodes
from loaders.writing.lease import LeaseHeldError, write_lease


async def update_profile(graph: Graph, edit: ProfileEdit, mutation: UserMutation) -> str:
    """Change a user's statements about the claimed researcher, and return the researcher's Byline ID.

    Raises:
        ActError: A value is not possible, or the user has no claim of the researcher that gives rights.
        AccountGoneError: The user does not exist any more.
        LeaseHeldError: Another process writes to the graph.
        GraphError: The graph cannot be read or written.
    """
    edit, key = edit.checked(), checked_mutation_key(mutation.mutation_key)
    request = hashlib.sha256(msgspec.json.encode(("updateProfile", edit))).hexdigest()
    async with write_lease(graph, "updateProfile") as lease:
        profile = await _claimed_profile(graph, edit.person_key, mutation.user_id, key)
        person_id, claim = str(profile.id), str(profile.claim_id)
        if profile.sent_request is not None:
            if profile.sent_request != request:
                raise reused_key()
            return person_id
        stored = None if profile.statement is None else decoded(profile.statement)
        if not isinstance(stored, PersonRecord):
            stored = PersonRecord(source=PROFILE, key=claim, ids=(f"{PROFILE}:{claim}",), names=(str(profile.name),))
        records: dict[RecordRef, Record] = {}
        records[RecordRef(PROFILE, claim, PROFILE)] = _normalized(await _edited(graph, stored, edit))
        if profile.statement is None:
            link = await _link(graph, person_id, claim)
            records[RecordRef(CURATOR, link.key, PROFILE)] = _normalized(link)
        load = f"l_{ULID()}"
        load_properties: dict[str, Value] = {"loader": PROFILE, "startedAt": utc_now(), "license": LICENSE}
        there = list(await find_existing_versions(graph, [ref[:2] for ref in records]))
        batch, _ = await resolve_batch(graph, records, there)
        sent = {"userId": mutation.user_id, "key": key, "request": request, "result": person_id}
        sent |= {"now": utc_text(), "expired": utc_text(-KEY_LIFETIME)}
        recorded = Statement(statement("accounts/record_mutation").text, sent)
        logged = Change("updateProfile", person_id, mutation.user_id, ActorKind.USER, key).to_statement()
        load_properties["read"] = len(records)
        statements = [set_load_properties_statement(load, load_properties), recorded, logged]
        await commit_and_finish(lease, batch, load, statements)
        return person_id


async def remove_ended(graph: Graph) -> None:
    """Remove the statements of ended claims, now or at the end of the current load.

    Raises a GraphError.
    """
    if not await ended_profiles(graph):
        return
    with suppress(LeaseHeldError):
        async with write_lease(graph, "withdrawClaim") as lease:
            await recompute_stale_facts(lease, lambda _: None)
            await delete_unused_nodes(graph)


async def _claimed_profile(
    graph: Graph, person_key: Sequence[str], user_id: str, key: str
) -> curation.ClaimedProfileRow:
    """Return the researcher that the user claimed. Raises ActError if the claim gives no rights."""
    scheme, value = person_key
    rows = await run_query(graph, curation.CLAIMED_PROFILE, userId=user_id, scheme=scheme, value=value, key=key)
    if not rows:
        raise AccountGoneError("The account does not exist any more. Ask the operator of this server.")
    if rows[0].id is None:
        raise ActError(
            "You have no accepted claim of this researcher. Claim the profile with claimProfile; "
            "viewer { researcher { id } } is your researcher.",
            "researcherId",
            InputProblem.NOT_FOUND,
        )
    if not rows[0].is_only_claim:
        raise ActError(
            "Another user also has an accepted claim of this researcher. A curator must revoke one of the claims.",
            "researcherId",
        )
    return rows[0]


async def _edited(graph: Graph, stored: PersonRecord, edit: ProfileEdit) -> PersonRecord:
    """Return the record with the values of an edit."""
    changes: dict[str, object] = {"revised": utc_now()}
    if edit.name is not None:
        changes["names"] = (edit.name,)
    if edit.headline is not None:
        changes["headline"] = edit.headline or None
    if edit.homepage is not None:
        changes["homepage"] = edit.homepage or None
    if edit.open_to_collaborate is not None:
        changes["open_to_collaborate"] = edit.open_to_collaborate
    if edit.hidden_fields is not None:
        changes["hidden_fields"] = tuple(edit.hidden_fields)
    if edit.opted_out is not None:
        changes["opted_out"] = edit.opted_out
    if edit.affiliations is not None:
        changes["affiliations"] = tuple([await _affiliation(graph, place) for place in edit.affiliations]) or None
    return structs.replace(stored, **changes)


async def _affiliation(graph: Graph, place: StatedAffiliation) -> Affiliation:
    scheme, value = place.institution_key
    try:
        institution = await lookup_entity(graph, value if scheme == "byline" else f"{scheme}:{value}")
    except CurationError:
        raise unknown_entity(scheme, value, "affiliations") from None
    if institution.kind != "institution":
        raise ActError(f"{institution.id} is not an institution. Affiliations are institutions.", "affiliations")
    ror = next((id_ for id_ in institution.ids if id_.startswith("ror:")), None)
    return Affiliation(
        text="" if ror else institution.name, ror=ror, since=place.since, until=place.until, role=place.role
    )


async def _link(graph: Graph, person_id: str, claim: str) -> DecisionRecord:
    """Return the decision that the profile's record describes the researcher."""
    now = utc_now()
    return DecisionRecord(
        source=CURATOR,
        key=await decision_key(graph),
        verdict="same",
        about=PEOPLE,
        left=(Anchor(id=f"{PROFILE}:{claim}"),),
        right=await anchors(graph, await lookup_entity(graph, person_id)),
        by=PROFILE,
        timestamp=now,
        why="The claim of the profile was accepted.",
        revised=now,
    )


def _normalized(record: Record) -> Record:
    """Return a record in normal form. Raises ActError if it is not valid."""
    try:
        return enforce_limits(normalize_record(record))[0]
    except InvalidRecordError as error:
        raise ActError(f"The profile is not valid: {error}", "name") from None
