"""Commands on relations between notes: related, links, topics, summaries, history, diff."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli import candidates, output, reports
from vaultsearch.cli.options import JsonOptions, ListOptions, ask_vault, run_in_vault
from vaultsearch.cli.output import ListFormat, PrintedPlace, make_console, print_json, require_found
from vaultsearch.cli.sessions import ask_note, keep_numbers, named_note
from vaultsearch.core.errors import QueryError
from vaultsearch.core.messages import Message
from vaultsearch.core.today import today
from vaultsearch.core.values.context import TextKind
from vaultsearch.core.values.relations import NoteName, Reference, RelatedNote
from vaultsearch.core.values.times import ChangeKind
from vaultsearch.service import commands, serialization
from vaultsearch.service.shapes import Duplicate, History, NoteChanges, Orphan, RelatedListed, Summary
from vaultsearch.service.wire import Numbered, fill_answer

if TYPE_CHECKING:
    from vaultsearch.service.vault import Vault


_BY_MODEL_HELP = "Have your language model write the missing summaries, or --kind; resumes where it stopped."
_KIND_HELP = "With --by-model: summaries or entities of notes, context or questions of passages, or topics."
_FILTER_HELP = "With --by-model, only notes that match, such as: tag:project"
_ESTIMATE_HELP = "With --by-model, say how much would be sent, and send nothing."
_CHARACTERS_PER_TOKEN = 4
_CHANGE_STYLES = {ChangeKind.ADDED: "green", ChangeKind.REMOVED: "red strike"}
# The marks of `git diff --word-diff`: a change can be read without colours, too.
_CHANGE_MARKS = {ChangeKind.ADDED: ("{+", "+}"), ChangeKind.REMOVED: ("[-", "-]"), ChangeKind.SAME: ("", "")}
_CONTEXT_LINES = 2
"""Context lines before and after a change."""
_NOTE_HELP = "Its path, title, alias or id, or its number in the last results."
NoteArgument = Annotated[
    str, typer.Argument(metavar="NOTE", help=_NOTE_HELP, autocompletion=candidates.complete_notes)
]


def list_related(
    note: NoteArgument,
    options: ListOptions,
    n: Annotated[int | None, typer.Option("-n", min=1, max=1000, help="Number of notes.")] = None,
    *,
    unlinked: Annotated[bool, typer.Option("--unlinked", help="Only notes not linked with it.")] = False,
    within: Annotated[str, typer.Option("--filter", help="Filters, such as tag:project after:2026.")] = "",
) -> None:
    """List related notes, and why they are related."""
    ask = partial(commands.list_related, n=n, unlinked=unlinked, within=within)
    related_notes, notes = output.tell_notice(ask_note(note, options, partial(commands.with_notice, ask=ask)))
    places = [
        PrintedPlace(
            notes[related_note.path].address,
            related_note.title,
            "; ".join(related_note.reasons),
            related_note.line,
            section=related_note.heading_path,
            number=notes[related_note.path].number,
            score=related_note.score,
        )
        for related_note in related_notes
    ]
    print_text = partial(reports.print_related, related_notes, places)
    _print_notes(RelatedListed, related_notes, notes, places, print_text, options)
    require_found(related_notes)


def list_links(
    note: NoteArgument,
    options: ListOptions,
    *,
    suggest: Annotated[bool, typer.Option("--suggest", help="Links and tags it may lack.")] = False,
) -> None:
    """List a note's backlinks, outgoing links and unlinked mentions.

    With vimgrep, the lines that link or mention; with tsv and paths, the notes at the other end.
    """
    if suggest:
        _list_suggestions(note, options)
        return
    note_links, notes = ask_note(note, options, commands.note_links)
    keep_numbers(notes)
    groups = note_links.groups
    place_of = partial(_reference_place, notes=notes, own=note_links.note.path, style=options.style)
    places = {name: [place_of(reference, name) for reference in group] for name, group in groups.items()}
    if options.style is ListFormat.TEXT:
        reports.print_links(places, note_links.common_names)
        return
    lines = [
        serialization.reference_json(reference, notes, relation=name)
        for name, group in groups.items()
        for reference in group
    ]
    options.print_list(
        serialization.links_json(note_links, notes), lines, chain.from_iterable(places.values())
    )


def _list_suggestions(note: str, options: ListOptions) -> None:
    suggested, notes = ask_note(note, options, commands.note_suggestions)
    keep_numbers(notes)
    own = notes[suggested.note.path].address
    whole = serialization.suggestions_json(suggested, notes)
    if options.style is ListFormat.TEXT:
        for link in suggested.mentions:
            output.echo_text(f"{link.line:>5}  {link.text} -> {link.link}  ({notes[link.path].address.path})")
        if suggested.tags:
            output.echo_text(" ".join(f"#{tag}" for tag in suggested.tags))
    else:
        places = (
            PrintedPlace(
                own, link.title, link.line_text, link.line, section=link.heading_path, relation="suggested"
            )
            for link in suggested.mentions
        )
        options.print_list(whole, whole.suggestions, places)
    require_found(suggested.mentions or suggested.tags, "No suggestions.")


def _reference_place(
    reference: Reference, relation: str, *, notes: Numbered, own: str, style: ListFormat
) -> PrintedPlace:
    """Return the note at a reference's other end or, for vimgrep, the line containing the reference."""
    # Outgoing links are lines of this note; vimgrep opens lines, while other formats name the other end.
    leaves = relation == "outgoing"
    note = notes[own if leaves and style is ListFormat.VIMGREP else reference.path or own]
    return PrintedPlace(
        note.address,
        reference.title,
        reference.text,
        None if leaves and style is not ListFormat.VIMGREP else reference.line,
        section=reference.heading_path,
        number=note.number if reference.path else None,
        relation=relation,
    )


def list_topics(
    options: JsonOptions,
    question: Annotated[str, typer.Argument(metavar="[QUESTION]", help="Only topics that answer it.")] = "",
) -> None:
    """List what the vault is about: its topics, with the topics below them and their numbers of notes."""
    topics_of = partial(commands.vault_topics, question=question)
    of_vault = output.tell_notice(options.ask(partial(commands.with_notice, ask=topics_of)))
    if options.as_json:
        print_json({"topics": list(map(serialization.vault_topic_json, of_vault))})
    else:
        reports.print_topics(of_vault)
    require_found(of_vault)


def list_entities(
    options: JsonOptions,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Only those of this name.")] = "",
) -> None:
    """List whom and what notes speak of, with their relations by properties and what appears with them."""
    of_vault = options.ask(partial(commands.vault_entities, name=name))
    if options.as_json:
        print_json({"entities": list(map(serialization.entity_json, of_vault))})
    else:
        reports.print_entities(of_vault)
    require_found(of_vault)


def list_orphans(options: ListOptions) -> None:
    """List orphaned notes: without links to or from them."""
    ask = partial(commands.with_notice, ask=commands.list_orphans, by_words=True)
    orphan_notes, notes = output.tell_notice(options.ask(ask))
    numbered = [notes[orphan.path] for orphan in orphan_notes]
    places = [
        PrintedPlace(note.address, orphan.title, number=note.number)
        for orphan, note in zip(orphan_notes, numbered, strict=True)
    ]
    _print_notes(Orphan, orphan_notes, notes, places, partial(reports.print_orphans, places), options)


def _print_notes(
    shape: type[Orphan] | type[RelatedListed],
    related: Sequence[NoteName | RelatedNote],
    notes: Numbered,
    places: Sequence[PrintedPlace],
    print_text: Callable[[], None],
    options: ListOptions,
) -> None:
    keep_numbers(notes)
    if options.style is ListFormat.TEXT:
        print_text()
    else:
        elements = [
            fill_answer(shape, notes[note.path], note, id=notes[note.path].address.id) for note in related
        ]
        options.print_list({"notes": elements}, elements, places)


def list_unresolved(options: ListOptions) -> None:
    """List broken links, the most frequent targets first."""
    targets, notes = options.ask(commands.unresolved_links)
    keep_numbers(notes)
    places = {
        target.target: [
            _reference_place(reference, target.target, notes=notes, own="", style=options.style)
            for reference in target.references
        ]
        for target in targets
    }
    if options.style is ListFormat.TEXT:
        reports.print_unresolved(places)
    else:
        elements = [serialization.unresolved_json(target, notes) for target in targets]
        options.print_list({"unresolved": elements}, elements, chain.from_iterable(places.values()))


def list_duplicates(options: ListOptions) -> None:
    """List passages that occur, nearly the same, in several notes."""
    ask = partial(commands.with_notice, ask=commands.duplicate_passages)
    found, notes = output.tell_notice(options.ask(ask))
    keep_numbers(notes)
    places = [
        [
            PrintedPlace(
                notes[passage.path].address,
                passage.title,
                passage.text,
                passage.line_start,
                section=passage.heading_path,
                number=notes[passage.path].number,
                score=passage.similarity,
                relation=str(number),
            )
            for passage in group.passages
        ]
        for number, group in enumerate(found, start=1)
    ]
    if options.style is ListFormat.TEXT:
        reports.print_duplicates(places)
    else:
        groups = [
            [
                fill_answer(Duplicate, notes[passage.path], passage, id=notes[passage.path].address.id)
                for passage in group.passages
            ]
            for group in found
        ]
        lines = ({"passages": group} for group in groups)
        options.print_list({"groups": groups}, lines, chain.from_iterable(places))


def summarize_notes(
    *,
    note: Annotated[
        str | None,
        typer.Argument(metavar="[NOTE]", help=_NOTE_HELP, autocompletion=candidates.complete_notes),
    ] = None,
    options: JsonOptions,
    missing: Annotated[
        bool, typer.Option("--missing", help="Make missing summaries; resumes where it stopped.")
    ] = False,
    by_model: Annotated[bool, typer.Option("--by-model", help=_BY_MODEL_HELP)] = False,
    kind: Annotated[TextKind, typer.Option("--kind", help=_KIND_HELP)] = TextKind.SUMMARY,
    within: Annotated[str, typer.Option("--filter", metavar="FILTER", help=_FILTER_HELP)] = "",
    estimate: Annotated[bool, typer.Option("--estimate", help=_ESTIMATE_HELP)] = False,
) -> None:
    """Print a note's summary: by your language model, else the most telling sentences of an English note."""
    # Summaries are made for the vault, and printed for a note: one of the two.
    if (missing or by_model) == (note is not None):
        raise typer.BadParameter("Give a note, or use --missing or --by-model.")
    if not by_model and (within or estimate or kind is not TextKind.SUMMARY):
        raise typer.BadParameter("--kind, --filter and --estimate need --by-model.")
    if by_model:
        _write_by_model(kind, options, within, estimate=estimate)
        return
    if note is None:
        folder, parameters = options.folder, options.parameters()
        with reports.sync_progress(quiet=options.as_json) as show:
            made = run_in_vault(
                folder, parameters, lambda vault: vault.index.fill_summaries(show), write=True
            )
        print_json({"made": made}) if options.as_json else typer.echo(f"{made:,} summaries made.")
        return
    note_summary, address = ask_note(note, options, commands.note_summary)
    if options.as_json:
        print_json(
            fill_answer(Summary, note_summary.note, note_summary, id=address.id, summary=note_summary.text)
        )
    else:
        reports.print_summary(note_summary)


_TEXT_NAMES = {
    TextKind.SUMMARY: "summaries",
    TextKind.CONTEXT: "contexts",
    TextKind.QUESTIONS: "sets of questions",
    TextKind.ENTITIES: "lists of entities",
    TextKind.TOPICS: "summaries of topics",
}
_SEARCHABLE_TEXTS = frozenset({TextKind.SUMMARY, TextKind.CONTEXT, TextKind.QUESTIONS})
"""Kinds whose texts are encoded, to find passages by them."""


def _write_by_model(kind: TextKind, options: JsonOptions, within: str, *, estimate: bool) -> None:
    folder, parameters = options.folder, options.parameters()
    if estimate:
        requests, characters = run_in_vault(
            folder, parameters, lambda vault: vault.estimate_by_model(kind, within)
        )
        tokens = characters // _CHARACTERS_PER_TOKEN
        if options.as_json:
            print_json({"requests": requests, "tokens": tokens})
        else:
            typer.echo(f"{requests:,} requests, about {tokens:,} tokens to send.")
        return

    async def encode_texts(vault: Vault) -> None:
        if vault.index.writes:
            with reports.sync_progress(quiet=options.as_json) as show:
                await vault.index.encode_model_texts(show)
        else:
            typer.echo("Searches use them once the process that has the vault open has synced.", err=True)

    with reports.sync_progress(quiet=options.as_json) as show:
        count = run_in_vault(folder, parameters, lambda vault: vault.write_by_model(kind, within, show))
    if kind in _SEARCHABLE_TEXTS:
        # Opened for writing only now: otherwise a window opened meanwhile could only read, for hours.
        run_in_vault(folder, parameters, encode_texts, write=True)
    print_json({"made": count}) if options.as_json else typer.echo(f"{count:,} {_TEXT_NAMES[kind]} made.")


def list_versions(note: NoteArgument, options: JsonOptions) -> None:
    """List a note's versions in its git repository, across renames; of a deleted note, by its path."""
    named = named_note(note, options.vault)
    ask = partial(commands.note_history, name=named.name, numbers=named.paths)
    answer = ask_vault(named.folder, options.parameters(), ask)
    if options.as_json:
        print_json(fill_answer(History, answer))
    else:
        for version in answer.versions:
            lines = f"+{version.added} -{version.removed}" if version.blob else "deleted"
            typer.echo(
                f"{version.date:%Y-%m-%d %H:%M}  {version.commit[:10]}  {lines:>10}  {version.subject}"
            )
    require_found(answer.versions, "No versions: the note isn't in a git repository, or was never committed.")


def show_changes(
    *,
    note: NoteArgument,
    written_day: Annotated[
        str, typer.Option("--at", metavar="DATE", help="A day, such as 2025-06-01 or yesterday.")
    ],
    options: JsonOptions,
) -> None:
    """Show what has become of a note since the end of a day, by words."""
    from rich.text import Text

    from vaultsearch.core.query.conditions import last_day

    day = last_day(written_day, today())
    if day is None:
        remedy = "Write it like 2025-06-01, or yesterday."
        raise QueryError(Message("“{}” isn't a date.", written_day), remedy)
    named = named_note(note, options.vault)
    ask = partial(commands.note_difference, name=named.name, numbers=named.paths, day=day)
    answer = ask_vault(named.folder, options.parameters(), ask)
    if options.as_json:
        print_json(fill_answer(NoteChanges, answer, day=day, since=answer.version))
        return
    out = make_console()
    version = answer.version
    out.print(Text(f"{answer.path}, as of {version.date:%Y-%m-%d %H:%M} ({version.commit[:10]})", "bold"))
    if all(change.kind is ChangeKind.SAME for change in answer.changes):
        out.print("Nothing has changed since.")
    for change in answer.changes:
        before, after = _CHANGE_MARKS[change.kind]
        text, lines = change.text, change.text.splitlines(keepends=True)
        if change.kind is ChangeKind.SAME and len(lines) > 2 * _CONTEXT_LINES + 1:
            text = "".join((*lines[:_CONTEXT_LINES], "…\n", *lines[-_CONTEXT_LINES:]))
        out.print(Text(f"{before}{text}{after}", _CHANGE_STYLES.get(change.kind, "")), end="")
