#!/usr/bin/env python3
"""Solves a table of Sudoku grids on Apache Spark. Each batch of rows goes through a sudokat process. The output is the table as
Parquet files, with two more columns: `answer`, the smallest solution (null if there is none), and `verdict`, which is `solved`
or the message from sudokat.

    spark_pipe.py puzzles.txt answers.parquet                  # a text file with one grid per line, read as the column `puzzle`
    spark_pipe.py --column quizzes sudoku.csv answers.parquet  # a csv file with a header

It needs Java and `pip install 'pyspark[sql]'`. It also runs with `spark-submit`; see `examples/cluster.md`.
"""
import argparse
import re
import shutil
import subprocess

import pyarrow as pa
from pyspark import SparkFiles
from pyspark.sql import SparkSession
from pyspark.sql.types import StringType, StructField, StructType

# A line that sudokat rejects. It takes the place of a field that is not a grid.
NO_GRID = "?"
GRID = re.compile(r"[ \t]*[0-9._*?xX-]{81}([ \t,;#:|][^\r\n]*)?")
MESSAGE = re.compile(r"<stdin>:(\d+)(?::\d+)?: (.*)")


def solve(puzzles):
    """Returns the answers and the verdicts of these puzzles."""
    # A field with anything but one grid could give two answers or none, and shift the answers after it.
    lines = [puzzle if puzzle and GRID.fullmatch(puzzle) else None for puzzle in puzzles]
    if not lines:
        return [], []  # sudokat reports an empty input as an error.
    done = subprocess.run(
        # The first line of a batch can be anything, so the format must not be detected from it.
        [SparkFiles.get("sudokat"), "-j1", "--input-format", "line"],
        input="".join(f"{line or NO_GRID}\n" for line in lines),
        capture_output=True,
        text=True,
    )
    answers = done.stdout.splitlines()
    # Status 1 or 2 means that some grids have no answer. Any other status means that sudokat did not finish.
    if done.returncode not in (0, 1, 2) or len(answers) != len(lines):
        raise RuntimeError(
            f"sudokat ended with status {done.returncode} and {len(answers)} answers for {len(lines)} lines: {done.stderr[:1000]}"
        )
    verdicts = ["solved"] * len(lines)
    for message in done.stderr.splitlines():
        line, what = MESSAGE.fullmatch(message).groups()
        verdicts[int(line) - 1] = what if lines[int(line) - 1] else "not a grid of 81 cells"
    return [answer or None for answer in answers], verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", help="a text file, or a csv file with --column; a folder or a pattern such as *.txt also works")
    parser.add_argument("output", help="a folder for the Parquet files; it must not exist yet")
    parser.add_argument("--column", help="the puzzle column of a csv file")
    parser.add_argument("--sudokat", default="sudokat", help="the sudokat program, which Spark copies to every machine")
    options = parser.parse_args()
    program = shutil.which(options.sudokat)
    if program is None:
        parser.error(f"{options.sudokat}: program not found; build it with cargo build --release and pass its path with --sudokat")

    spark = SparkSession.builder.appName("sudokat").getOrCreate()
    spark.sparkContext.addFile(program)
    if options.column:
        table = spark.read.csv(options.input, header=True)
    else:
        table = spark.read.text(options.input).withColumnRenamed("value", "puzzle")
    column = options.column or "puzzle"
    if column not in table.columns:
        parser.error(f"{options.input}: no column {column}; the columns are {', '.join(table.columns)}")

    def batches(rows):
        for batch in rows:
            answers, verdicts = solve(batch.column(column).to_pylist())
            batch = batch.append_column("answer", pa.array(answers, pa.string()))
            yield batch.append_column("verdict", pa.array(verdicts, pa.string()))

    schema = StructType([*table.schema.fields, StructField("answer", StringType()), StructField("verdict", StringType())])
    table.mapInArrow(batches, schema).write.parquet(options.output)
    spark.read.parquet(options.output).groupBy("verdict").count().orderBy("count", ascending=False).show(20, False)


if __name__ == "__main__":
    main()
