"""Synthetic services with the response formats of the real ones; each returns numbered records."""

import json
from collections.abc import Sequence

from tests.loaders.fetch.replay import Answers, ReceivedRequest, Reply, json_reply


def work(number: int) -> dict[str, object]:
    return {
        "id": f"https://openalex.org/W{number}",
        "doi": f"https://doi.org/10.5555/{number}",
        "ids": {"openalex": f"https://openalex.org/W{number}", "doi": f"https://doi.org/10.5555/{number}"},
        "title": f"On the number {number}",
        "display_name": f"On the number {number}",
        "publication_year": 2020,
        "type": "article",
        "authorships": [],
    }


def openalex(works: Sequence[int]) -> Answers:
    """Answer lists by cursor (200 per page), lists of IDs, and single works."""

    def answer(got: ReceivedRequest) -> Reply:
        if got.path != "/works":
            number = int(got.path.rpartition("/")[2])
            return json_reply(work(number)) if number in works else _gone()
        name, _, value = got.query.get("filter", "").partition(":")
        if name == "doi":
            listed = [one for one in works if f"10.5555/{one}" in value.split("|")]
            return json_reply({"meta": {"count": len(listed)}, "results": [work(one) for one in listed]})
        cursor, size = got.query["cursor"], int(got.query["per-page"])
        start = 0 if cursor == "*" else int(cursor.removeprefix("at-"))
        page = [work(one) for one in works[start : start + size]]
        onwards = f"at-{start + size}" if page else None
        return json_reply({"meta": {"count": len(works), "next_cursor": onwards}, "results": page, "group_by": []})

    return answer


def _gone() -> Reply:
    return Reply(b"<!doctype html><title>404 Not Found</title>", status=404, kind="text/html")


def crossref(dois: Sequence[str]) -> Answers:
    def item(doi: str) -> dict[str, object]:
        return {"DOI": doi, "title": [f"On {doi}"], "type": "journal-article", "issued": {"date-parts": [[2020]]}}

    def answer(got: ReceivedRequest) -> Reply:
        if got.path != "/works":
            doi = got.path.removeprefix("/works/").replace("%2F", "/").replace("%2C", ",")
            return json_reply({"status": "ok", "message": item(doi)}) if doi in dois else _gone()
        wanted = [one.removeprefix("doi:") for one in got.query.get("filter", "").split(",") if one.startswith("doi:")]
        if wanted:
            return json_reply(_list([item(doi) for doi in wanted if doi in dois], len(wanted), None))
        cursor, rows = got.query["cursor"], int(got.query["rows"])
        start = 0 if cursor == "*" else int(cursor)
        items = [item(doi) for doi in dois[start : start + rows]]
        return json_reply(_list(items, len(dois), str(start + rows)))

    return answer


def _list(items: list[dict[str, object]], total: int, cursor: str | None) -> dict[str, object]:
    facets: dict[str, object] = {}
    message: dict[str, object] = {
        "facets": facets,
        "next-cursor": cursor,
        "total-results": total,
        "items": items,
        "items-per-page": 500,
    }
    return {"status": "ok", "message-type": "work-list", "message-version": "1.0.0", "message": message}


def datacite(dois: Sequence[str]) -> Answers:
    def data(doi: str) -> dict[str, object]:
        attributes = {"doi": doi, "titles": [{"title": f"On {doi}"}], "types": {"resourceTypeGeneral": "Dataset"}}
        return {"id": doi, "type": "dois", "attributes": {**attributes, "publicationYear": 2020, "creators": []}}

    def answer(got: ReceivedRequest) -> Reply:
        if got.path != "/dois":
            doi = got.path.removeprefix("/dois/").replace("%2F", "/")
            return json_reply({"data": data(doi)}) if doi in dois else _gone()
        cursor, size = int(got.query["page[cursor]"]) - 1, int(got.query["page[size]"])
        page = [data(doi) for doi in dois[cursor : cursor + size]]
        more = cursor + size < len(dois)
        onwards = f"https://api.datacite.org/dois?page%5Bcursor%5D={cursor + size + 1}&page%5Bsize%5D={size}"
        return json_reply({"data": page, "meta": {"total": len(dois)}, "links": {"next": onwards} if more else {}})

    return answer


def ror(ids: list[str]) -> Answers:
    """Answer pages of 20 records from the current content of the list."""

    def organization(one: str) -> dict[str, object]:
        names = [{"value": f"Institute {one}", "types": ["ror_display", "label"], "lang": "en"}]
        return {"id": f"https://ror.org/{one}", "names": names, "status": "active", "types": ["education"]}

    def answer(got: ReceivedRequest) -> Reply:
        if got.path != "/v2/organizations":
            one = got.path.rpartition("/")[2]
            return json_reply(organization(one)) if one in ids else _gone()
        start = (int(got.query["page"]) - 1) * 20
        page = [organization(one) for one in ids[start : start + 20]]
        return json_reply({"number_of_results": len(ids), "time_taken": 1, "items": page, "meta": {}})

    return answer


def s2(papers: Sequence[int]) -> Answers:
    def paper(number: int) -> dict[str, object]:
        return {
            "paperId": f"{number:040x}",
            "corpusId": number,
            "externalIds": {"CorpusId": number, "DOI": f"10.5555/{number}"},
            "title": f"On {number}",
            "year": 2020,
            "authors": [],
        }

    def answer(got: ReceivedRequest) -> Reply:
        if got.method == "POST":
            wanted = [one.removeprefix("DOI:10.5555/") for one in json.loads(got.body)["ids"]]
            found = [paper(int(one)) if one.isdigit() and int(one) in papers else None for one in wanted]
            if not any(found):
                return Reply(b'{"error":"No valid paper ids given"}', status=400)
            return json_reply(found)
        start = int(got.query.get("token") or 0)
        page = [paper(one) for one in papers[start : start + 1000]]
        more = start + 1000 < len(papers)
        return json_reply({"total": len(papers), "token": str(start + 1000) if more else None, "data": page})

    return answer


def orcid(ids: Sequence[str]) -> Answers:
    def answer(got: ReceivedRequest) -> Reply:
        if not got.path.endswith("/search/"):
            one = got.path.split("/")[2]
            if one not in ids:
                return Reply(b'{"response-code":404,"developer-message":"404 Not Found"}', status=404)
            name = {"given-names": {"value": "Ada"}, "family-name": {"value": f"No {one}"}}
            return json_reply({"orcid-identifier": {"path": one, "host": "orcid.org"}, "person": {"name": name}})
        start, rows = int(got.query["start"]), int(got.query["rows"])
        found = [{"orcid-identifier": {"path": one}} for one in ids[start : start + rows]]
        return json_reply({"result": found or None, "num-found": len(ids)})

    return answer


FEED = """<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"
 xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><opensearch:totalResults>{total}</opensearch:totalResults>
 {entries}</feed>"""
ENTRY = """<entry><id>http://arxiv.org/abs/{one}v1</id><title>On {one}</title>
 <published>2020-01-02T03:04:05Z</published><author><name>Ada One</name></author></entry>"""


def arxiv(ids: Sequence[str]) -> Answers:
    def answer(got: ReceivedRequest) -> Reply:
        if "id_list" in got.query:
            found = [one for one in got.query["id_list"].split(",") if one in ids]
        else:
            start = int(got.query["start"])
            found = ids[start : start + int(got.query["max_results"])]
        entries = "".join(ENTRY.format(one=one) for one in found)
        return Reply(FEED.format(total=len(ids), entries=entries).encode(), kind="application/atom+xml; charset=UTF-8")

    return answer


OAI = (
    """<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">{inside}</OAI-PMH>"""
)
RECORD = """<record><header><identifier>oai:arXiv.org:{one}</identifier><datestamp>2024-01-02</datestamp></header>
 <metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>{one}</id><version version="v1">
 <date>Mon, 02 Apr 2007 19:18:42 GMT</date></version><title>On {one}</title><authors>Ada One</authors>
 <categories>cs.DL</categories></arXivRaw></metadata></record>"""


def oai(ids: Sequence[str], size: int = 100) -> Answers:
    def answer(got: ReceivedRequest) -> Reply:
        if got.query["verb"] == "GetRecord":
            one = got.query["identifier"].rpartition(":")[2]
            inside = f"<GetRecord>{RECORD.format(one=one)}</GetRecord>"
            if one not in ids:
                inside = '<error code="idDoesNotExist">none such</error>'
        else:
            token = got.query.get("resumptionToken", "")
            start = int(token.partition("|")[2] or 0)
            records = "".join(RECORD.format(one=one) for one in ids[start : start + size])
            onwards = f"walk|{start + size}" if start + size < len(ids) else ""
            mark = f'<resumptionToken completeListSize="{len(ids)}">{onwards}</resumptionToken>'
            inside = f"<ListRecords>{records}{mark}</ListRecords>"
            if not ids:
                inside = '<error code="noRecordsMatch"/>'
        return Reply(OAI.format(inside=inside).encode(), kind="text/xml")

    return answer
