"""Parameters: looked up by scope, refused with a sentence; and the file that keeps them."""

from dataclasses import fields
from pathlib import Path

import pytest

from vaultsearch.cli.options import SettingOptions
from vaultsearch.core.errors import SettingsError
from vaultsearch.core.parameters import PARAMETERS, Parameters
from vaultsearch.settings import settings


def test_the_scoped_name_comes_before_the_plain_one_and_that_before_the_default() -> None:
    plain = Parameters(file={"weight": 0.7})
    assert plain.recency.weight == plain.links.weight == 0.7
    scoped = Parameters(file={"weight": 0.7, "links.weight": 0.9})
    assert (scoped.links.weight, scoped.recency.weight) == (0.9, 0.7)
    assert Parameters().links.weight == 0.05


def test_the_command_line_comes_before_the_file_and_says_so() -> None:
    both = Parameters(file={"passages.top_k": 10}, command={"passages.top_k": "20"})
    assert both.passages.top_k == 20
    sources = {s.parameter.name: s.source for s in both.settings()}
    assert (sources["passages.top_k"], sources["context.budget"]) == ("command line", "default")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("links.weight", "much", "must be a number"),
        ("chunking.chunk_size", "2.5", "must be a whole number"),
        ("chunking.chunk_size", "3", "must be at least 16"),
        ("fusion.method", "magic", "must be one of linear"),
        ("reranker.chain", "late_interaction+magic", r"must be one or several, joined by \+, of auto"),
        ("reranker.chain", [], "must be one or several"), ("links.weight", "nan", "must be a number"),
        ("no.such", "1", "Unknown parameter"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_a_sentence(name: str, value: str, sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence):
        Parameters(command={name: value}).check()


def test_every_default_is_allowed_and_explained() -> None:
    Parameters().check()
    for parameter in PARAMETERS:
        assert parameter.parse(parameter.default) == parameter.default
        assert parameter.help


def test_settings_survive_a_round_trip(tmp_path: Path) -> None:
    chain = {"passages.top_k": 10, "reranker.chain": "none"}
    known = settings.Settings(parameters=chain, last_vault=tmp_path, ignore=("Archive/", "*.tmp.md"))
    changes = {one.name: getattr(known, one.name) for one in fields(known) if one.name != "problems"}
    settings.change_settings(**changes)
    assert settings.load_settings() == known


def test_settings_that_cannot_be_read_are_left_as_they_are(own_home: Path) -> None:
    """100,000 opening brackets ended every command with a traceback; a new file had no exclusions."""
    (own_home / "settings.toml").write_text("a = " + "[" * 100_000)
    assert settings.load_settings().problems
    with pytest.raises(SettingsError, match="too many brackets"):
        settings.remember_vault(own_home)
    assert [file.name for file in own_home.iterdir()] == ["settings.toml"]


def test_a_byte_order_mark_is_no_mistake_but_a_name_that_means_nothing_is(own_home: Path) -> None:
    written = '\ufeffthem = "dark"\nindexes = "other"\nask.model = "gemma"\n'
    (own_home / "settings.toml").write_text(written, encoding="utf-8")
    assert settings.load_settings().problems == (
        "Unknown entry 'them' in the settings; it is ignored.",
        "[ask] in the settings is ignored: write it as [parameters.ask].",
    )
    assert settings.indexes_folder() == own_home / "other", "not in the folder that a command is run in"


def test_a_name_that_is_no_parameter_is_named_in_the_settings_file_and_refused_on_the_command_line(
    own_home: Path,
) -> None:
    (own_home / "settings.toml").write_text('[parameters]\n"fusion.k" = 10\n"context.budget" = 500\n')
    loaded = settings.load_settings()
    assert loaded.problems == ("Unknown parameter 'fusion.k' in the settings; it is ignored.",)
    assert loaded.parameters == {"context.budget": 500}
    with pytest.raises(SettingsError, match=r"Unknown parameter 'fusion\.k'"):
        SettingOptions(["fusion.k=10"]).parameters()


def test_a_step_that_holds_a_bad_value_is_refused_when_it_is_used() -> None:
    with pytest.raises(SettingsError, match=r"passages\.top_k is set to 'x'"):
        _ = Parameters(file={"passages.top_k": "x"}).passages


def test_the_rerankers_may_be_a_list(own_home: Path) -> None:
    chain = ("late_interaction", "mmr", "recency")
    for content in (
        'rerankers = ["late_interaction", "mmr", "recency"]\n[parameters]\n"passages.top_k" = 10\n',
        '[parameters.reranker]\nchain = ["late_interaction", "mmr", "recency"]\n',
        '[parameters]\n"reranker.chain" = "late_interaction+mmr+recency"\n',
    ):
        (own_home / "settings.toml").write_text(content)
        assert Parameters(file=settings.load_settings().parameters).reranker.chain == chain
        settings.remember_vault(own_home)
        assert Parameters(file=settings.load_settings().parameters).reranker.chain == chain, "when saved"
    (own_home / "settings.toml").write_text('rerankers = ["magic"]\n')
    assert "late_interaction" in settings.load_settings().problems[0]


def test_exclusions_from_every_vault_come_from_settings_and_file(own_home: Path) -> None:
    (own_home / "settings.toml").write_text('ignore = ["Archive/"]\nlast_vault = "/notes"\n')
    rules = settings.user_rules()
    assert (rules.file, rules.lines) == (own_home / ".vaultsearchignore", ("Archive/",))
    settings.remember_vault(own_home)
    assert settings.user_rules() == rules, "saving something else keeps them"


MIXED = '[parameters]\n"passages.top_k" = "x"\n"colour" = 1\n"context.budget" = 500\n'


@pytest.mark.parametrize(
    ("content", "parameters", "problems"),
    [
        ("[parameters.passages]\ntop_k = 10\n", {"passages.top_k": 10}, 0),
        *((text, {}, 1) for text in ("not toml [", "parameters = 3", "\x00")),
        *((text, {}, 1) for text in ("ignore = 3", 'ignore = ["a", 1]')),
        (MIXED, {"context.budget": 500}, 2),  # one bad value costs only itself
    ],
)
def test_a_file_may_name_parameters_in_tables_and_what_cannot_be_used_costs_a_sentence(
    own_home: Path, content: str, parameters: dict[str, object], problems: int
) -> None:
    (own_home / "settings.toml").write_text(content)
    loaded = settings.load_settings()
    assert (loaded.parameters, len(loaded.problems)) == (parameters, problems)


def test_indexes_lie_where_settings_say_never_in_vaults(vault: Path, own_home: Path, tmp_path: Path) -> None:
    settings.change_settings(indexes=tmp_path / "elsewhere")
    assert settings.index_folder(vault).parent == tmp_path / "elsewhere"
    settings.change_settings(indexes=vault / "inside")
    with pytest.raises(SettingsError, match="inside the vault"):
        settings.index_folder(vault)


def test_the_index_lies_in_the_users_data_and_never_in_the_vault(vault: Path, own_home: Path) -> None:
    place = settings.index_folder(vault)
    assert place.is_relative_to(own_home)
    assert place == settings.index_folder(vault / ".." / vault.name)
    assert place != settings.index_folder(vault.parent)
