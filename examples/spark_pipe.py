#!/usr/bin/env python3
"""Solves a table of Sudoku grids on Apache Spark, each batch of rows piped through sudokat, and writes it as Parquet with
two more columns: `answer`, the smallest solution (null where there is none), and `verdict`: `solved`, or what sudokat says.

    spark_pipe.py puzzles.txt answers.parquet                # a text file: the column `puzzle`, a grid a line
    spark_pipe.py --column quizzes sudoku.csv answers.parquet  # a CSV file with a header

It runs where `pip install 'pyspark[sql]'` and Java have been, or by `spark-submit`. `examples/cluster.md` tells more.
"""
import argparse
import re
import shutil
import subprocess

import pyarrow as pa
from pyspark import SparkFiles
from pyspark.sql import SparkSession
from pyspark.sql.types import StringType, StructField, StructType

NO_GRID = "?"
GRID = re.compile(r"[ \t]*[0-9._*?xX-]{81}([ \t,;#:|][^\r\n]*)?")
MESSAGE = re.compile(r"<stdin>:(\d+)(?::\d+)?: (.*)")


def solve(puzzles):
    """The answer and the verdict of each puzzle."""
    # Whatever else is in a field could be two records, or none, and move the answers after it.
    lines = [puzzle if puzzle and GRID.fullmatch(puzzle) else None for puzzle in puzzles]
    if not lines:
        return [], []  # To sudokat an input without a grid is faulty.
    done = subprocess.run(
        # A batch may begin with anything, and its first line must not tell the layout.
        [SparkFiles.get("sudokat"), "-j1", "--input-format", "line"],
        input="".join(f"{line or NO_GRID}\n" for line in lines),
        capture_output=True,
        text=True,
    )
    answers = done.stdout.splitlines()
    # 1 and 2 say that some grid has no answer, anything else that sudokat did not get to the end.
    if done.returncode not in (0, 1, 2) or len(answers) != len(lines):
        raise RuntimeError(
            f"sudokat ended with status {done.returncode} and {len(answers)} answers for {len(lines)} lines: {done.stderr[:1000]}"
        )
    verdicts = ["solved"] * len(lines)
    for message in done.stderr.splitlines():
        line, what = MESSAGE.fullmatch(message).groups()
        verdicts[int(line) - 1] = what if lines[int(line) - 1] else "no grid of 81 cells"
    return [answer or None for answer in answers], verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", help="a text file, or a CSV file if --column is given; a folder or pattern of them")
    parser.add_argument("output", help="a folder for Parquet files, which must not exist")
    parser.add_argument("--column", help="the column of a CSV file that holds the puzzles")
    parser.add_argument("--sudokat", default="sudokat", help="the program, which Spark then takes to every machine")
    options = parser.parse_args()
    program = shutil.which(options.sudokat)
    if program is None:
        parser.error(f"{options.sudokat}: no such program; build it with cargo build --release and name it by --sudokat")

    spark = SparkSession.builder.appName("sudokat").getOrCreate()
    spark.sparkContext.addFile(program)
    if options.column:
        table = spark.read.csv(options.input, header=True)
    else:
        table = spark.read.text(options.input).withColumnRenamed("value", "puzzle")
    column = options.column or "puzzle"
    if column not in table.columns:
        parser.error(f"{options.input}: no column {column}, only {', '.join(table.columns)}")

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
