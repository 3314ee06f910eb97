"""File formats: open files, decompress and decode them, and split them into elements one at a time.

Data meets the modules in this order:

- `archive`, `archive_members`: list the files of a path, and unpack archives.
- `format_detection`, `decompression`: detect the compression of a file, and decompress it as a stream.
- `encoding`: refuse text that is not UTF-8; `foreign_files`: refuse files of another format.
- `json_stream`: elements of JSON files and JSON Lines.
- `xml_stream`, `markup`: elements of XML files, and plain text of markup.
- `csv_rows`, `lines`: rows of CSV files, and lines of text files; `yaml_document`: small YAML files.
- `lookup_table`, `external_sort`: tables on disk, and sorting more lines than fit into memory.
- `parse_errors`: translate errors of parsers into messages for users.
"""
