"""Metadata of a Parquet export in the Croissant format: sources with licenses, files with checksums, and columns.

Source: Croissant Format Specification 1.0 (MLCommons 2024), https://docs.mlcommons.org/croissant/docs/croissant-spec.html
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from cypher.queries.lookup import RecordSourcesRow
from loaders.export.graph_tables import Table
from loaders.export.table_files import parquet_path
from loaders.sources.base import sources

FILE_NAME = "croissant.json"
CONTEXT: Mapping[str, object] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""JSON-LD context that the specification recommends; mlcroissant warns about any other."""
DATA_TYPES: Mapping[str, str] = {
    "string": "sc:Text",
    "int": "sc:Integer",
    "float": "sc:Float",
    "bool": "sc:Boolean",
}
"""Property type of the model, or type of the items of a list -> data type of Croissant."""
ENCODING_FORMATS = ("application/vnd.apache.parquet", "application/x-parquet")
"""Media types of Parquet: the registered name, and the only name that mlcroissant 1.1 can read."""
LIST_TYPE = re.compile(r"list<(\w+)>")
SPDX_NAMES: Mapping[str, str] = {
    name.casefold(): name for name in ("Apache-2.0", "CC0-1.0", "MIT", "ODbL-1.0", "ODC-By-1.0", "PDDL-1.0")
}
"""SPDX names, which have case in their URLs, by their text without case."""
CREATIVE_COMMONS = re.compile(r"CC-BY(-NC)?(-SA|-ND)?-\d\.\d")


def write_croissant(
    folder: Path, tables: Sequence[Table], origins: Sequence[RecordSourcesRow], version: str, published: str
) -> None:
    """Write `croissant.json` to a folder with the Parquet files of the tables. Raises OSError.

    Args:
        folder: Folder of the export. The checksums are computed from its files.
        tables: Tables of the export.
        origins: Sources of the records in the graph, by loader and license.
        version: Byline's version.
        published: Time of the export, ISO 8601.
    """
    licenses = {row.license: None for row in origins if row.license is not None}
    metadata = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "Byline graph",
        "description": (
            f"Scholarly knowledge graph, exported by Byline {version}. A table in nodes/ has the nodes with one label, "
            "a table in relationships/ the relationships of one type; fromId and toId are IDs of nodes. "
            "isBasedOn lists the sources of the whole graph with their licenses."
        ),
        "url": "./",
        "version": version,
        "datePublished": published,
        "citeAs": (
            f"@misc{{byline_graph, title = {{Byline graph}}, author = {{Byline}}, year = {{{published[:4]}}}, "
            f"note = {{Version {version}, exported {published}}}}}"
        ),
        "creator": {"@type": "sc:Organization", "name": "Byline"},
        "license": [_license(text) for text in licenses] or [_license("not stated")],
        "isBasedOn": _sources(origins),
        "distribution": [_file_object(folder, table) for table in tables],
        "recordSet": [_record_set(table) for table in tables],
    }
    (folder / FILE_NAME).write_bytes(orjson.dumps(metadata, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def _license(text: str) -> str | Mapping[str, str]:
    """Return the URL of a license, or a CreativeWork with its text if the URL is unknown."""
    if re.fullmatch(r"https?://\S+", text):
        return text
    name = text if CREATIVE_COMMONS.fullmatch(text) else SPDX_NAMES.get(text.casefold())
    return f"https://spdx.org/licenses/{name}" if name else {"@type": "sc:CreativeWork", "name": text}


def _sources(origins: Iterable[RecordSourcesRow]) -> list[Mapping[str, object]]:
    """Return each source as a Dataset with its licenses, its number of records and the time of its latest load."""
    by_name: defaultdict[str, list[RecordSourcesRow]] = defaultdict(list)
    for row in origins:
        by_name[row.source].append(row)
    described: list[Mapping[str, object]] = []
    for name, rows in by_name.items():
        known = sources().get(name)
        loaded_at = max((row.loaded_at for row in rows if row.loaded_at is not None), default=None)
        records = sum(row.records for row in rows)
        texts = dict.fromkeys(row.license for row in rows if row.license is not None)
        described.append(
            {
                "@type": "sc:Dataset",
                "name": known.title if known else name,
                "alternateName": name,
                **({"url": known.address} if known and known.address else {}),
                **({"license": [_license(text) for text in texts]} if texts else {}),
                "description": f"{records:,} record{'s' if records != 1 else ''}"
                + (f", last loaded {loaded_at}." if loaded_at else "."),
            }
        )
    return described


def _file_object(folder: Path, table: Table) -> Mapping[str, object]:
    path = parquet_path(table)
    with (folder / path).open("rb") as file:
        checksum = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "contentUrl": path,
        "contentSize": f"{(folder / path).stat().st_size} B",
        "encodingFormat": ENCODING_FORMATS,
        "sha256": checksum,
    }


def _record_set(table: Table) -> Mapping[str, object]:
    key = {"key": {"@id": f"{table.name}/id"}} if table.keys == 1 else {}
    fields: list[Mapping[str, Any]] = []
    for column in table.columns:
        items = LIST_TYPE.fullmatch(column.type)
        fields.append(
            {
                "@type": "cr:Field",
                "@id": f"{table.name}/{column.name}",
                "name": column.name,
                "description": column.meaning,
                "dataType": DATA_TYPES[items[1] if items else column.type],
                **({"repeated": True} if items else {}),
                "source": {"fileObject": {"@id": parquet_path(table)}, "extract": {"column": column.name}},
            }
        )
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": table.element.meaning,
        **key,
        "field": fields,
    }
