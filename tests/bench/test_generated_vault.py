"""The benchmark's vault is deterministic and like the vaults of people."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from tests.bench.generated_vault import LONGEST, SHORTEST, generate, path_of, questions, write_vault
from tests.builders import parsed

NOTES = 200


def words_in(text: str) -> list[str]:
    body = text.rsplit("---\n\n", maxsplit=1)[-1]
    return re.findall(r"\w+", body)


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_vault(tmp_path / name, 30)
    one, two = (
        {
            str(file.relative_to(tmp_path / name)): (file.read_bytes(), file.stat().st_mtime_ns)
            for file in (tmp_path / name).rglob("*.md")
        }
        for name in ("one", "two")
    )
    assert one == two
    assert len(one) == 30
    assert [note.text for note in generate(30, seed=2)] != [note.text for note in generate(30)]


def test_what_was_edited_is_put_back(tmp_path: Path) -> None:
    write_vault(tmp_path, 3)
    file = tmp_path / path_of(1)
    before = file.read_bytes(), file.stat().st_mtime_ns
    file.write_text("Edited.")
    write_vault(tmp_path, 3)
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before


def test_notes_have_headings_links_tags_and_tasks_and_the_links_lead_to_notes() -> None:
    written = list(generate(NOTES))
    notes = [parsed(note.path, note.text) for note in written]
    titles = {note.title for note in notes}
    assert len(titles) == NOTES
    assert all(2 <= len(note.headings) <= 4 for note in notes)
    assert {link.target for note in notes for link in note.links} <= titles
    assert sum(bool(note.links) for note in notes) > NOTES / 2
    assert sum(bool(note.tags) for note in notes) > NOTES / 3
    assert sum("- [ ] " in note.text for note in written) > NOTES / 5
    assert not any(note.problems for note in notes)


def test_words_are_as_frequent_and_notes_as_long_as_those_of_people_and_the_first_is_the_newest() -> None:
    written = list(generate(NOTES))
    words = [words_in(note.text) for note in written]
    assert SHORTEST <= min(map(len, words)) < 180 < max(map(len, words)) <= LONGEST
    counted = Counter(word.lower() for each in words for word in each)
    assert counted["the"] > 20 * counted.most_common(2000)[-1][1]
    assert len(counted) > 4000
    assert [note.path for note in written] == [path_of(number) for number in range(NOTES)]
    assert [note.mtime for note in written] == sorted((note.mtime for note in written), reverse=True)
    asked = questions(50, NOTES)
    assert len(set(asked)) == 50
    assert all(3 <= len(question.split()) <= 8 for question in asked)
