# SPDX-License-Identifier: BSD-3-Clause
"""The files of the parts, and the catalogue assembled from them.  Written with Arrow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Callable, Optional

from .plan import Part, replaced
from .process import Limits, Processes
from .row import COLUMNS

#: The maximum number of characters of texts in memory before they are written, and of rows in a row group.
MOST_CHARACTERS, MOST_ROWS = 1 << 24, 20_000


def arrow(name: str = "pyarrow") -> Any:
    """Imports a module of Arrow, which is only needed here."""
    return import_module(name)


def schema(columns: dict[str, str]) -> Any:
    pa = arrow()
    kinds = {"list": pa.list_(pa.string()), "string": pa.string(), "int64": pa.int64(), "double": pa.float64()}
    return pa.schema([(name, kinds[kind]) for name, kind in columns.items()])


def write_part(file: str, part: Part, limits: Limits, text_file: Optional[str]) -> dict[str, int]:
    """Reads the books of a part and writes their rows.  Returns the number of rows, and of rows with an error.

    The texts are written first, because the file of rows marks the part as done.
    """
    rows: list[dict[str, Any]] = []
    with Processes.here.borrowed(limits) as process:
        if text_file is None:
            rows.extend(process.described(path, False)[0] for path in part.paths())
        else:
            with replaced(Path(text_file)) as new:
                _write_texts(new, (process.described(path, True) for path in part.paths()), rows)
    with replaced(Path(file)) as new:
        arrow("pyarrow.parquet").write_table(
            arrow().Table.from_pylist(list(map(storable, rows)), schema(COLUMNS)), new
        )
    return {"books": len(rows), "errors": sum(row["error_status"] is not None for row in rows)}


def _write_texts(new: BinaryIO, described: Iterable[Any], rows: list[dict[str, Any]]) -> None:
    columns = schema({"path": "string", "text": "string"})
    with arrow("pyarrow.parquet").ParquetWriter(new, columns, compression="zstd") as writer:
        texts: list[dict[str, str]] = []

        def write() -> None:
            writer.write_table(arrow().Table.from_pylist(texts, columns))
            texts.clear()

        for row, text in described:
            rows.append(row)
            if text is not None:
                texts.append(storable({"path": row["path"], "text": text}))
                if sum(len(one["text"]) for one in texts) > MOST_CHARACTERS:
                    write()
        write()


def storable(value: Any) -> Any:
    """A value in which bytes of file names that are not valid Unicode are escaped."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, list):
        return [storable(one) for one in value]
    return {name: storable(one) for name, one in value.items()} if isinstance(value, dict) else value


def assemble(files: Iterable[Path], target: Path) -> None:
    """Assembles the catalogue from the files of all parts, in the format of its extension."""
    with replaced(target) as new:
        FORMATS[target.suffix](new, _groups(files))


def _groups(files: Iterable[Path]) -> Iterator[Any]:
    """Combines small tables of parts into larger ones, which are faster to read."""
    tables: list[Any] = []
    for file in files:
        tables.append(arrow("pyarrow.parquet").read_table(file, schema=schema(COLUMNS)))
        if sum(table.num_rows for table in tables) >= MOST_ROWS:
            yield arrow().concat_tables(tables)
            tables.clear()
    if tables:
        yield arrow().concat_tables(tables)


def _write_parquet(new: BinaryIO, tables: Iterable[Any]) -> None:
    with arrow("pyarrow.parquet").ParquetWriter(new, schema(COLUMNS), compression="zstd") as writer:
        for table in tables:
            writer.write_table(table)


#: The start of a formula in a spreadsheet, including full-width signs.
FORMULA = re.compile("[\t\r\n]|\\s*[=+@\\-\uff1d\uff0b\uff0d\uff20]")


def _write_csv(new: BinaryIO, tables: Iterable[Any]) -> None:
    """Writes lists as text with one line per value, and puts an apostrophe before what a spreadsheet would run as a
    formula."""
    flat = schema({name: "string" if kind == "list" else kind for name, kind in COLUMNS.items()})
    with arrow("pyarrow.csv").CSVWriter(new, flat) as writer:
        for table in tables:
            rows = (
                {name: _cell("\n".join(value) if isinstance(value, list) else value) for name, value in row.items()}
                for row in table.to_pylist()
            )
            writer.write_table(arrow().Table.from_pylist(list(rows), flat))


def _cell(value: Any) -> Any:
    return "'" + value if isinstance(value, str) and FORMULA.match(value) else value


def _write_lines(new: BinaryIO, tables: Iterable[Any]) -> None:
    for table in tables:
        new.writelines(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in table.to_pylist())


#: By file extension.
FORMATS: dict[str, Callable[[BinaryIO, Iterable[Any]], None]] = {
    ".parquet": _write_parquet,
    ".csv": _write_csv,
    ".jsonl": _write_lines,
}
