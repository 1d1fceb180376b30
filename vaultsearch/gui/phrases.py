"""Sentences with numbers: index state, progress, results. Pure functions without widgets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QDate, QLocale

from vaultsearch.core.values.context import Context, PassageState
from vaultsearch.core.values.note import NOTE_KINDS
from vaultsearch.core.values.query import CountedNotes, Facets
from vaultsearch.core.values.search import (
    Completeness,
    Elsewhere,
    LongQueryAnswer,
    Mode,
    Result,
    Use,
    UsedBefore,
)
from vaultsearch.core.values.sync import ALL_VAULTS, IndexStatus, Progress, SyncReport
from vaultsearch.core.values.times import NoteState, PastKind, PastNote
from vaultsearch.gui.translations import join_words, tr, translate_message

MIDDLE_DOT = " · "
_ENGLISH_NAME, _NO_LANGUAGE = "English", "undetermined"
_MIN_LANGUAGE_SHARE = 0.05
_MAX_LANGUAGES = 4
_BEST_STEP = "cross-encoder"
"""The step reading question and passage together; without it, the order is good and quickly made."""
_EXACT_BELOW_S = 10
"""Below this, seconds left are exact; above, multiples of five."""


def format_number(value: float) -> str:
    """Round and format a number in the window's locale."""
    return QLocale().toString(round(value))


def shorten(text: str, most: int = 60) -> str:
    """Return at most so many letters of a text."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def count_notes(count: int) -> str:
    """Return "1 note" or "2,341 notes"."""
    return tr("%Ln note(s)", count)


def count_files(count: int) -> str:
    """Return "1 file" or "2,341 files"; includes notes if the count may mix both."""
    return tr("%Ln file(s)", count)


def count_items(note_count: int, file_count: int) -> str:
    """Return "120 notes, 18 files", "120 notes" or "18 files"."""
    others = [count_files(file_count)] if file_count else []
    return join_words([count_notes(note_count), *others] if note_count or not others else others)


def count_passages(count: int) -> str:
    """Return "1 passage" or "24 passages"."""
    return tr("%Ln passage(s)", count)


def results_found(results: tuple[Result, ...]) -> str:
    """Return "24 passages in 11 notes, 2 files"."""
    kinds = {result.chunk.path: result.chunk.kind for result in results}
    of_notes = sum(kind in NOTE_KINDS for kind in kinds.values())
    count = len(results) + sum(len(result.behind) for result in results)
    return tr("{} in {}").format(count_passages(count), count_items(of_notes, len(kinds) - of_notes))


def describe_past_use(before: UsedBefore) -> str:
    """Return "you opened this for “pottery course”", or another use."""
    sentences = {
        Use.OPENED: tr("you opened this for “{}”"),
        Use.COPIED: tr("you copied this for “{}”"),
        Use.KEPT: tr("you added this to the basket for “{}”"),
    }
    return sentences[before.use].format(before.question)


def describe_past_note(past: PastNote) -> str:
    """Return "as it was on 1 June 2025 · changed since", or the note's change on the day."""
    day = _format_day(past.day)
    if past.kind is PastKind.AS_OF:
        since = {NoteState.CHANGED: tr("changed since"), NoteState.DELETED: tr("deleted since")}
        return " · ".join(filter(None, (tr("as it was on {}").format(day), since.get(past.state, ""))))
    sentences = {NoteState.ADDED: tr("new on {}"), NoteState.DELETED: tr("deleted on {}")}
    return sentences.get(past.state, tr("changed on {}")).format(day)


def describe_elsewhere(places: Sequence[Elsewhere]) -> str:
    """Return "“mast” under Rigging": where the note contains words missing from the passage."""
    return MIDDLE_DOT.join(
        tr("“{}” under {}").format(word, heading) if heading else tr("“{}” elsewhere").format(word)
        for word, heading in places
    )


def no_file_here(path: str) -> str:
    """Say that a note of a published index has no file here."""
    return tr("{} is on another computer: there is no file here.").format(path)


def best_of(listed: tuple[Result, ...], notes_found: int | None, mode: Mode) -> str:
    """Return "Top 50 passages in 23 notes", and for a query by words, " · 1,200 files match"."""
    best = tr("Top {}").format(results_found(listed))
    if notes_found is None or not mode.is_by_words:
        return best
    return best + MIDDLE_DOT + count_matching(notes_found, mode)


def count_matching(notes_found: int, mode: Mode) -> str:
    """Return "1,200 files match", or in searches by meaning, "1,200 files with these words"."""
    if not mode.is_by_words:
        return tr("%Ln file(s) with these words", notes_found)
    return tr("%Ln file(s) match", notes_found)


def indexed_so_far(held: Completeness, *, is_indexing: bool) -> str:
    """Return "Indexed so far: 320 of 791 files"; once all words are indexed, the same for meaning.

    During indexing there is no number: the status line counts on, and an older answer would show a smaller
    number beside it.
    """
    if not held.scanned:
        return tr("Still indexing…") if is_indexing else tr("The notes are not indexed yet")
    if is_indexing:
        return tr("Still indexing for meaning…") if held.of_words else tr("Still indexing…")
    count = held.by_meaning if held.of_words else held.by_words
    share = tr("{} of {}").format(format_number(count), count_files(held.files))
    return (tr("Indexed for meaning so far: {}") if held.of_words else tr("Indexed so far: {}")).format(share)


def vault_moved(former: Path, vault: Path) -> str:
    """Return "Notes was moved from /home/Notes to /data/Notes; index, basket and searches were kept"."""
    sentence = tr("{} was moved from {} to {}; index, basket and searches were kept")
    return sentence.format(vault.name, former, vault)


def vault_name(vault: Path) -> str:
    """Return a vault's name, or "All vaults"."""
    return tr("All vaults") if vault == ALL_VAULTS else vault.name


def count_vaults(status: IndexStatus) -> str:
    """Return "3 vaults", or "2 of 3 vaults" if some could not be opened; "" for a single vault."""
    known, are_open = len(status.members), sum(member.is_open for member in status.members)
    if are_open < known:
        return tr("{} of %Ln vault(s)", known).format(format_number(are_open))
    return tr("%Ln vault(s)", known) if known else ""


def read_elsewhere() -> str:
    """Return the phrase for an index kept up to date by another process."""
    return tr("another program is indexing changes")


def describe_counted(facets: Facets) -> str:
    """Return the notes and files in which facets were counted."""
    of_files = sum(type_.count for type_ in facets.types if type_.value not in NOTE_KINDS)
    count = count_items(max(0, facets.notes - of_files), of_files)
    if facets.counted is CountedNotes.VAULT:
        return tr("All {}").format(count)
    if facets.counted is CountedNotes.MATCHING:
        return tr("{} that match").format(count)
    return tr("{} in the list").format(count)


def up_to_date(status: IndexStatus, now: datetime, *, paused: bool = False) -> str:
    """Return the idle index's state; ``now`` is timezone-aware like ``status.last_sync``."""
    counted = count_vaults(status), count_items(status.notes, status.documents)
    parts = [*filter(None, counted), *_note_languages(status)]
    if status.published is not None:
        seconds = (now - status.published).total_seconds()
        return MIDDLE_DOT.join([*parts, tr("published {}").format(format_ago(seconds))])
    if paused:
        parts.append(tr("paused: changes are ignored"))
    elif status.stopped:
        held = status.completeness
        share = tr("indexing stopped: {} of %Ln file(s) by keywords, {} by meaning", held.files)
        parts.append(share.format(format_number(held.by_words), format_number(held.by_meaning)))
    elif status.read_only:
        parts.append(read_elsewhere())
    elif status.embedded < status.chunks:
        share = tr("meaning ready for {} of {}")
        parts.append(share.format(format_number(status.embedded), count_passages(status.chunks)))
    elif status.last_sync is not None:
        is_behind = any(member.is_open and member.trouble for member in status.members)
        parts.append(tr("not all up to date") if is_behind else tr("up to date"))
    if status.last_sync is None:
        parts.append(tr("not indexed yet"))
    else:
        parts.append(format_ago((now - status.last_sync).total_seconds()))
    if status.polling and not paused:
        parts.append(tr("checked every few seconds"))
    return MIDDLE_DOT.join(parts)


def describe_readers(status: IndexStatus) -> str:
    """Return a line for each model with the languages it encodes."""
    line = tr("{} indexed by {}")
    lines = []
    for reader in status.readers:
        counts = (f"{translate_language(name)} ({format_number(count)})" for name, count in reader.languages)
        lines.append(line.format(join_words(counts), reader.model))
    return "\n".join(lines)


def describe_ranking(status: IndexStatus) -> str:
    """Return the ranking's quality; a tooltip names the models."""
    return tr("Best results") if _BEST_STEP in status.reranker else tr("Quick results")


def translate_language(name: str) -> str:
    """Translate a language's English name."""
    return tr("unknown language" if name == _NO_LANGUAGE else name)


def _note_languages(status: IndexStatus) -> list[str]:
    """Return the notes' languages; nothing if almost all are in English."""
    counts = [language_count for reader in status.readers for language_count in reader.languages]
    counts.sort(key=lambda language_count: -language_count[1])
    # Stray notes in another language are not mentioned in the status line, nor those without a sentence.
    least = _MIN_LANGUAGE_SHARE * sum(count for _, count in counts)
    names = [name for name, count in counts if count > least and name != _NO_LANGUAGE]
    names = names[:_MAX_LANGUAGES]
    return [join_words(map(translate_language, names))] if names and names != [_ENGLISH_NAME] else []


def format_ago(seconds: float) -> str:
    """Return elapsed time in the largest unit."""
    for size, text in ((86400, tr("{} d ago")), (3600, tr("{} h ago")), (60, tr("{} min ago"))):
        if seconds >= size:
            return text.format(format_number(seconds // size))
    return tr("just now") if seconds < 1 else tr("{} s ago").format(format_number(seconds // 1))


def format_days(first: date | None, last: date | None) -> str:
    """Return an interval of days, both inclusive, None for an open end: "Oct 2026", "since 3 May 2026"."""
    if first is None or last is None:
        return tr("until {}").format(_format_day(last)) if last else tr("since {}").format(_format_day(first))
    if first == last:
        return _format_day(first)
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31) and first.year == last.year:
        return str(first.year)
    # An interval from the first to the last day of a month is named by the month.
    following = last + timedelta(days=1)
    if first.day == 1 and (following.day, last.month, last.year) == (1, first.month, first.year):
        pattern = tr("MMM yyyy")
        return QLocale().toString(QDate(first.year, first.month, 1), pattern)
    return f"{_format_day(first)} – {_format_day(last)}"


def _format_day(day: date | None) -> str:
    if day is None:
        return ""
    pattern = tr("d MMM yyyy")
    return QLocale().toString(QDate(day.year, day.month, day.day), pattern)


def indexing_progress(progress: Progress) -> str:
    """Return indexing progress, and whether keywords are already searchable."""
    if progress.phase == "reading":
        total = count_files(progress.notes_total)
        if not progress.notes_done:
            parts = [tr("Indexing {}").format(total)]
        elif progress.notes_done >= progress.notes_total:
            parts = [tr("Indexed {} for keywords; now for meaning…").format(total)]
        else:
            indexed = tr("Indexing {} of {}").format(format_number(progress.notes_done), total)
            parts = [indexed, tr("keywords searchable")]
        return MIDDLE_DOT.join((*parts, *_time_left(progress)))
    if progress.phase == "embedding":
        share = tr("Meaning ready for {} of {}")
        done = share.format(format_number(progress.chunks_done), count_passages(progress.chunks_total))
        return MIDDLE_DOT.join((done, *_time_left(progress)))
    if progress.phase == "summarizing":
        done = tr("Summarizing {} of {}")
        return done.format(format_number(progress.chunks_done), count_files(progress.chunks_total))
    if progress.phase == "texts":
        done = tr("Texts by your language model: {} of {}")
        return done.format(format_number(progress.chunks_done), format_number(progress.chunks_total))
    return tr("Finishing…") if progress.phase == "tidying" else tr("Scanning the folder…")


def indexing_left(vault: Path, progress: Progress) -> str:
    """Return "Indexing My vault has stopped until you open it again", and the share indexed by then."""
    stopped = tr("Indexing {} has stopped until you open it again").format(vault.name)
    if vault == ALL_VAULTS:
        stopped = tr("Indexing all vaults has stopped until you open them again")
    if progress.phase not in ("reading", "embedding"):
        return stopped
    so_far, done, total = tr("Indexed so far: {}"), progress.notes_done, count_files(progress.notes_total)
    if progress.notes_done >= progress.notes_total:
        so_far, done = tr("Indexed for meaning so far: {}"), progress.chunks_done
        total = count_passages(progress.chunks_total) if progress.chunks_total else total
    return MIDDLE_DOT.join((stopped, so_far.format(tr("{} of {}").format(format_number(done), total))))


def format_time_left(seconds: float) -> str:
    """Return the estimated time left, no more precise than reliable."""
    if seconds < 90:
        fine = 1 if seconds < _EXACT_BELOW_S else 5
        return tr("about {} s").format(format_number(max(1, fine * round(seconds / fine))))
    if seconds < 5400:
        return tr("about {} min").format(format_number(seconds / 60))
    return tr("about {} h").format(format_number(seconds / 3600))


def describe_sync(report: SyncReport) -> str:
    """Return a sync's outcome, or "" without changes."""
    if report.cancelled:
        return tr("Stopped. Files indexed so far are searchable.")
    if report.rebuilt or report.trouble:
        return translate_message(report.rebuilt or report.trouble)
    texts = {tr("{} added"): report.added, tr("{} changed"): report.changed, tr("{} removed"): report.removed}
    texts[tr("{} moved")] = len(report.moved)
    return join_words(text.format(format_number(count)) for text, count in texts.items() if count)


def describe_copied(context: Context) -> str:
    """Return "Copied 6 passages, 812 of 4,000 tokens"."""
    text = tr("Copied {}, {} of %Ln token(s)", context.budget).format(
        count_passages(len(context.pieces)), format_number(context.tokens)
    )
    return MIDDLE_DOT.join((text, *_left_out(context)))


def _left_out(context: Context) -> list[str]:
    left_out = len(context.left_out)
    return [tr("{} left out (over budget)").format(format_number(left_out))] if left_out else []


def searched_with(count: int, answer: LongQueryAnswer) -> str:
    """Return "Your text (1,240 words) covers 3 topics"."""
    several = tr("Your text ({}) covers %Ln topic(s)", len(answer.topics))
    return (several if len(answer.topics) > 1 else tr("Your text ({})")).format(tr("%Ln word(s)", count))


def passage_state(state: PassageState | None) -> str:
    """Return whether a basket passage has changed or is gone; "" if unknown."""
    if state is PassageState.CHANGED:
        return tr("Changed since you added it. Press Enter to update.")
    return tr("No longer in your notes") if state is PassageState.GONE else ""


def describe_basket(count: int, context: Context | None) -> str:
    """Return "3 passages · 812 of 4,000 tokens", and how many did not fit."""
    parts = [count_passages(count)]
    if context is not None:
        parts.append(tr("{} of %Ln token(s)", context.budget).format(format_number(context.tokens)))
        parts += _left_out(context)
    return MIDDLE_DOT.join(parts)


def basket_button(count: int, context: Context | None) -> str:
    """Return "Basket 3, 812 of 4,000"."""
    text = tr("Basket {}").format(format_number(count))
    if context is None:
        return text
    return tr("{}, {} of {}").format(text, format_number(context.tokens), format_number(context.budget))


def _time_left(progress: Progress) -> tuple[str, ...]:
    return () if progress.seconds_left is None else (format_time_left(progress.seconds_left),)
