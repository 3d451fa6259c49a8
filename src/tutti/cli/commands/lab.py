"""``tutti lab``: a study from its file, played on all cores or on a cluster, with its answers."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from tutti.arena.runner import cores
from tutti.arena.runner import run as run_here
from tutti.cli.commands.arena import BROKEN, INTERRUPTED, table_of
from tutti.cli.terminal import Problem, Terminal, undisturbed
from tutti.lab.folder import Broken, Folder
from tutti.lab.needs import needs
from tutti.lab.page import html, markdown
from tutti.lab.questions import answered
from tutti.lab.study import CATALOGUE, Study, find, read
from tutti.lab.telling import Telling
from tutti.words import Speaker

HELP = "run a study of many matches and answer its questions"


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("study", metavar="STUDY", help="a TOML file, or a study that comes with Tutti: balance (see docs/lab.md)")
    add("--out", type=Path, metavar="FOLDER", help="where matches and report are kept (STUDY.lab); goes on from there")
    add("--jobs", type=int, metavar="J", help="processes; without it one for each core")
    add("--ray", nargs="?", const="local", metavar="ADDRESS", help="spread over a Ray cluster; alone: one started here")
    add(
        "--parquet",
        action="store_true",
        help="write FOLDER/matches.parquet as well: a row for each seat",
    )
    add("--html", type=Path, metavar="FILE", help="write the report to this page (FOLDER/report.html)")
    add("--markdown", type=Path, metavar="FILE", help="write the report into this Markdown file, its plots beside it")
    add("--no-play", action="store_true", help="play nothing: report what is there")


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker(CATALOGUE, lang=term.words.lang)
    if args.jobs is not None and args.jobs < 1:
        raise Problem(words.say("error.jobs"))
    for path in (args.html, args.markdown):
        if path is not None and not path.resolve().parent.is_dir():
            raise Problem(words.say("error.no_folder", path=str(path), folder=str(path.parent)))
    source = find(args.study)
    study = read(source)
    if args.parquet:
        needs("pyarrow", "data")
    folder = Folder(args.out or Path(f"{source.stem}.lab"), study)
    code = 0 if args.no_play else _play(args, folder, study, words, term)
    with undisturbed():
        _report(args, folder, study, words, term)
    return code


def _play(args: Namespace, folder: Folder, study: Study, words: Speaker, term: Terminal) -> int:
    tables = len({arm.table for arm in study.arms})
    where = {"matches": study.matches, "tables": tables, "folder": str(folder.path)}
    if args.ray is None:
        jobs, spread = args.jobs or cores(), run_here
        told = words.say("told.plan", jobs=jobs, **where)
    else:
        needs("ray", "ray")
        from tutti.lab.cluster import Cluster  # an extra: the lab works without

        cluster = Cluster(None if args.ray == "local" else args.ray)
        jobs, spread = args.jobs or cluster.cores, cluster.run
        told = words.say("told.ray", jobs=jobs, **where)
    term.errors.print(Text(told, "dim"))
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    done = -1
    try:
        with Progress(*columns, console=term.errors, transient=True, disable=not term.errors.is_terminal) as progress:
            task = progress.add_task(study.title, total=study.matches)
            for now in folder.fill(jobs, spread):
                if done < 0 < now:
                    term.errors.print(Text(words.say("told.resumed", matches=now), "dim"))
                done = now
                progress.update(task, completed=done)
    except KeyboardInterrupt:
        kept = {"matches": max(done, 0), "planned": study.matches, "folder": str(folder.path)}
        term.complain(words.say("error.interrupted", **kept))
        return INTERRUPTED
    except Broken as broken:
        which = {"first": broken.first, "last": broken.last, "table": broken.arm}
        term.complain(words.say("error.broken", reason=broken.reason, **which))
        return BROKEN
    return 0


def _report(args: Namespace, folder: Folder, study: Study, words: Speaker, term: Terminal) -> None:
    if not folder.lines.exists():
        raise Problem(words.say("error.nothing"))
    found = answered(study, folder.rows())
    telling = Telling(found, words.lang)
    tables = {table["table"]: table for table in found["tables"]}
    for line in telling.origin():
        term.line(Text(line))
        term.print("")
    last = ""
    for chapter in telling.chapters():
        if chapter.table != last:
            term.print(Text(telling.heading(tables[chapter.table]), "bold underline"))
            last = chapter.table
        term.print(Text(chapter.title, "bold"))
        term.print(table_of(chapter.grid, wraps=True))
        term.print("")
    for line in telling.facts():
        term.line(Text(line))
    data = folder.path / "report.json"
    data.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    page = args.html or folder.path / "report.html"
    page.write_text(html(telling), encoding="utf-8")
    written = [data, page]
    if args.markdown is not None:
        written.append(markdown(telling, args.markdown)[0])
    if args.parquet:
        from tutti.lab.parquet import write  # an extra: the lab works without

        written.append(write(study, folder))
    for path in written:
        term.line(Text(words.say("told.written", path=str(path))))
