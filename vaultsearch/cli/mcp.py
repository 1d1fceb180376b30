"""``vaultsearch mcp`` and ``serve``: serve vaults to language model clients; ``skill``, for coding agents."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections.abc import Awaitable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultsearch.cli import candidates
from vaultsearch.cli.options import SettingOptions, refuse_beside, run_to_end
from vaultsearch.cli.output import NOTHING_FOUND_EXIT_CODE
from vaultsearch.cli.vault_choice import chosen_vaults, enclosing_vault, follow, indexed_vault, is_indexed
from vaultsearch.core import crash_log
from vaultsearch.core.errors import QueryError
from vaultsearch.core.files import write_atomically
from vaultsearch.core.parameters import Parameters
from vaultsearch.service.opening import no_vault_error
from vaultsearch.settings import settings

if TYPE_CHECKING:
    from vaultsearch.mcp_server.served_vault import ServedVaults


class Agent(StrEnum):
    """Coding agents for which a skill exists."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CURSOR = "cursor"


_AGENT_FOLDERS = {Agent.CLAUDE_CODE: ".claude", Agent.CODEX: ".codex", Agent.CURSOR: ".cursor"}
"""Agents' folders in the user's home; each contains a folder of skills."""

skill_app = typer.Typer(
    no_args_is_help=True,
    help="Let coding agents search your notes: a short skill for Claude Code, Codex and Cursor.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
_AGENT_HELP = "The agent; by default all that are used on this computer."
AgentArgument = Annotated[
    Agent | None, typer.Argument(metavar="[claude-code|codex|cursor]", help=_AGENT_HELP)
]


@skill_app.command("show")
def print_skill() -> None:
    """Print the skill."""
    typer.echo(_skill_text(), nl=False)


@skill_app.command("install")
def install_skill(
    agent: AgentArgument = None, yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False
) -> None:
    """Write the skill into an agent's folder, once you have confirmed it."""
    agents = [agent] if agent else [used for used in Agent if (Path.home() / _AGENT_FOLDERS[used]).is_dir()]
    if not agents:
        raise QueryError("No agent was found on this computer.", f"Name it: {', '.join(Agent)}.")
    files = [Path.home() / _AGENT_FOLDERS[used] / "skills" / "vaultsearch" / "SKILL.md" for used in agents]
    for file in files:
        typer.echo(f"{'Replace' if file.exists() else 'Write'} {file}", err=True)
    if not yes:
        # Without a terminal there is nobody to ask.
        if not sys.stdin.isatty():
            raise QueryError("Installing a skill needs a confirmation.", "Add --yes.")
        if not typer.confirm("Install the skill?", err=True):
            raise typer.Exit(NOTHING_FOUND_EXIT_CODE)
    for file in files:
        write_atomically(file, _skill_text(), make_folder=True)
        typer.echo(f"Installed {file}.")


def _skill_text() -> str:
    """Return the skill, with this program's command line if shells don't find it."""
    skill = Path(__file__).with_name("SKILL.md").read_text("utf-8")
    if shutil.which("vaultsearch"):
        return skill
    return f"{skill}\nHere, the command `vaultsearch` is: `{shlex.join(program_words())}`.\n"


_SERVER_NAME = "notes"
"""The server's name in a client's configuration."""


class ClientName(StrEnum):
    """Clients with a known configuration format."""

    CLAUDE_DESKTOP = "claude-desktop"
    CLAUDE_CODE = "claude-code"
    CURSOR = "cursor"
    VSCODE = "vscode"
    CODEX = "codex"


CONFIGURATION_PLACES = {
    ClientName.CLAUDE_DESKTOP: "Add to claude_desktop_config.json (Settings, Developer, Edit Config):",
    ClientName.CLAUDE_CODE: "Run:",
    ClientName.CURSOR: "Add to ~/.cursor/mcp.json:",
    ClientName.VSCODE: "Add to .vscode/mcp.json, or by the command MCP: Open User Configuration:",
    ClientName.CODEX: "Add to ~/.codex/config.toml:",
}


def client_configuration(client: ClientName, arguments: Sequence[str]) -> str:
    """Return the configuration or command by which a client starts ``vaultsearch mcp``."""
    words = [*program_words(), "mcp", *arguments]
    started: dict[str, object] = {"command": words[0], "args": words[1:]}
    # Clients start the server without the shell's variables: it looked for the index elsewhere.
    moved = os.environ.get("VAULTSEARCH_HOME") and str(settings.data_folder().resolve())
    if client is ClientName.CLAUDE_CODE:
        variables = ["-e", f"VAULTSEARCH_HOME={moved}"] if moved else []
        return shlex.join(["claude", "mcp", "add", _SERVER_NAME, *variables, "--", *words])
    if client is ClientName.CODEX:
        started |= {"env.VAULTSEARCH_HOME": moved} if moved else {}
        # A JSON string, and an array of them, are TOML's as well.
        as_toml = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in started.items())
        return "\n".join((f"[mcp_servers.{_SERVER_NAME}]", *as_toml))
    started |= {"env": {"VAULTSEARCH_HOME": moved}} if moved else {}
    key, kind = ("servers", {"type": "stdio"}) if client is ClientName.VSCODE else ("mcpServers", {})
    return json.dumps({key: {_SERVER_NAME: {**kind, **started}}}, indent=2, ensure_ascii=False)


def program_words() -> list[str]:
    """Return the words by which this program starts from any folder."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    # Clients start the server without a shell, with another PATH than the user has.
    installed = Path(sys.executable).with_name("vaultsearch")
    program = str(installed) if installed.exists() else shutil.which("vaultsearch")
    return [program] if program else [sys.executable, "-m", "vaultsearch"]


_VAULTS_HELP = (
    "A vault, or where its index is published, once for each; by default that of the current folder, else "
    "the last one."
)
_ADDRESS_HELP = "The address to serve at; with a certificate, other machines may reach it."
_TOKENS_HELP = (
    "A file with a reader's name and token a line (NAME: TOKEN); else the token of `vaultsearch mcp`."
)
_ORIGIN_HELP = "A page that may ask from a browser (CORS), such as https://example.org; Obsidian's own may."
_CERTIFICATE_HELP = "A certificate, to serve other machines by TLS."
VaultsServed = Annotated[
    list[Path] | None,
    typer.Option(
        "--vault", help=_VAULTS_HELP, callback=chosen_vaults, autocompletion=candidates.complete_vaults
    ),
]
AllServed = Annotated[bool, typer.Option("--all", help="Serve all known vaults.")]
KeptFresh = Annotated[
    bool, typer.Option("--sync/--no-sync", help="Keep the index up to date while no window or `watch` does.")
]


def serve_mcp(
    *,
    vault: VaultsServed = None,
    all_vaults: AllServed = False,
    follow_links_out: Annotated[
        bool,
        typer.Option(
            "--follow-links-out",
            help="Also serve notes outside the vault that links lead to, if they are indexed "
            "(source.follow_links_out).",
        ),
    ] = False,
    sync: KeptFresh = True,
    http: Annotated[
        str | None,
        typer.Option(
            "--http",
            metavar="HOST:PORT",
            help="Serve many clients over HTTP on this machine, such as 127.0.0.1:8765, until Ctrl+C.",
        ),
    ] = None,
    print_config: Annotated[
        ClientName | None,
        typer.Option("--print-config", help="Print the configuration for a client, with these vaults."),
    ] = None,
    options: SettingOptions,
) -> None:
    """Serve vaults to AI clients over the Model Context Protocol, read only.

    It is started by the client, speaks on standard input and output, and ends when its input does. Over HTTP,
    clients present the token of the file that is named at the start, or of VAULTSEARCH_MCP_TOKEN.
    """
    refuse_beside("--all", {"--vault": all_vaults and vault})
    parameters = options.parameters()
    if print_config is not None:
        refuse_beside("--print-config", {"--http": http})
        from vaultsearch.service.parts.replicas import name_of

        folders = vault or ([] if all_vaults else [indexed_vault()])
        words = ["--all"] * all_vaults + [w for folder in folders for w in ("--vault", name_of(folder))]
        words += ["--follow-links-out"] * follow_links_out + ["--no-sync"] * (not sync)
        words += [word for pair in options.set_ or () for word in ("--set", pair)]
        typer.echo(CONFIGURATION_PLACES[print_config], err=True)
        typer.echo(client_configuration(print_config, words))
        return
    # Clients show nobody what a server that died has written to stderr.
    crash_log.enable_crash_log(crash_log.SERVER)
    if http is not None:
        # Typed by a person, who would never see what clients are told at their questions.
        _require_folders(vault or ())
    vaults = _vaults_to_serve(vault, parameters, all_vaults=all_vaults, follow_links_out=follow_links_out)
    from vaultsearch.mcp_server.server import VaultServer

    server = VaultServer(vaults, sync=sync, warm=http is not None)
    if http is None:
        serving = server.run_stdio_async()
    else:
        from vaultsearch.mcp_server.http_transport import bearer_token, serve_http

        token, source = bearer_token(settings.mcp_token_file())
        serving = serve_http(server, http, [token], source)
    run_to_end(_exit_after(serving))


def _vaults_to_serve(
    chosen: Sequence[Path] | None, parameters: Parameters, *, all_vaults: bool, follow_links_out: bool = False
) -> ServedVaults:
    """Return the vaults to serve: all, the chosen ones, or the current folder's, else the last one."""
    from vaultsearch.mcp_server.served_vault import ServedVault, ServedVaults

    here = enclosing_vault()
    folders: Sequence[Path | None] = chosen or (here and follow(here),)
    if all_vaults:
        folders = tuple(map(follow, settings.load_settings().vaults))
        if not folders:
            raise no_vault_error()
    served = [ServedVault(folder, parameters, follow_links_out=follow_links_out) for folder in folders]
    return ServedVaults(served, parameters)


def _require_folders(folders: Sequence[Path]) -> None:
    from vaultsearch.service.sync.open_index import vault_folder

    for folder in folders:
        # An indexed vault answers while its drive is away.
        if not is_indexed(folder):
            vault_folder(folder)


def serve_http_api(  # noqa: PLR0913  # the command's options, each by name
    *,
    vault: VaultsServed = None,
    all_vaults: AllServed = False,
    address: Annotated[
        str, typer.Option("--http", metavar="HOST:PORT", help=_ADDRESS_HELP)
    ] = "127.0.0.1:8765",
    tokens: Annotated[Path | None, typer.Option("--tokens", metavar="FILE", help=_TOKENS_HELP)] = None,
    certificate: Annotated[
        Path | None, typer.Option("--tls-cert", metavar="FILE", help=_CERTIFICATE_HELP)
    ] = None,
    key: Annotated[Path | None, typer.Option("--tls-key", metavar="FILE", help="Its private key.")] = None,
    origins: Annotated[
        list[str] | None, typer.Option("--origin", metavar="ORIGIN", help=_ORIGIN_HELP)
    ] = None,
    sync: KeptFresh = True,
    options: SettingOptions,
) -> None:
    """Serve vaults to programs over HTTP, read only: plain JSON, and MCP beside it.

    POST or GET /search, /search_passage, /suggest, /ask, /read, /related, /links, /topics and /status with a
    token; /events tells what changes, /openapi.json describes them. Other machines are served by TLS alone.
    """
    refuse_beside("--all", {"--vault": all_vaults and vault})
    # With one of them alone, the server would start without TLS, unnoticed.
    if (certificate is None) != (key is None):
        raise QueryError("A certificate and its key belong together.", "Give both --tls-cert and --tls-key.")
    crash_log.enable_crash_log(crash_log.SERVER)
    from vaultsearch.mcp_server.http_transport import Certificate, bearer_token, reader_tokens, serve_http
    from vaultsearch.mcp_server.json_api import make_routes
    from vaultsearch.mcp_server.server import VaultServer

    parameters = options.parameters()
    _require_folders(vault or ())
    served = _vaults_to_serve(vault, parameters, all_vaults=all_vaults)
    if tokens is not None:
        known, source = reader_tokens(tokens), str(tokens)
    else:
        token, source = bearer_token(settings.mcp_token_file())
        known = (token,)
    encrypted = Certificate(certificate, key) if certificate is not None and key is not None else None
    server = VaultServer(served, sync=sync, warm=True)
    routes = make_routes(server)
    serving = serve_http(
        server, address, known, source, certificate=encrypted, routes=routes, origins=origins or ()
    )
    run_to_end(_exit_after(serving))


async def _exit_after(serving: Awaitable[None]) -> None:
    await serving
    # A thread that is loading a model would be waited for, and there is nothing left to save.
    sys.stderr.flush()
    os._exit(0)
