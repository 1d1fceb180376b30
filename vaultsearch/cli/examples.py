"""Examples of each command, shown by ``--help`` and in the man page."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[str, ...]] = {
    "open": ("vaultsearch open ~/Notes", "vaultsearch open --toggle", "vaultsearch open 1 --editor"),
    "index": ("vaultsearch index ~/Notes", "vaultsearch index --read-for de --vault ~/Notes"),
    "search": (
        "vaultsearch search 'gift ideas for family members'",
        "vaultsearch search 'tag:project after:2026-05 -draft' -n 20",
        "vaultsearch search --mode grep '/HEAD~[0-9]/'",
        "vaultsearch search --from-file draft.md --by-topic",
    ),
    "context": (
        "vaultsearch context 'how do I fasten planks' --budget 2000",
        "vaultsearch context --from-file draft.md --format xml > context.xml",
    ),
    "read": (
        "vaultsearch read 1 2 3",
        "vaultsearch read 1:10-40",
        "vaultsearch read 'Boat jobs' --question 'which rivets are used'",
    ),
    "related": ("vaultsearch related 'Boat jobs' -n 5",),
    "links": ("vaultsearch links Projects/Boat.md",),
    "recent": ("vaultsearch recent tag:project -n 5",),
    "random": ("vaultsearch random", "vaultsearch random path:Recipes"),
    "files": ("vaultsearch files --failed", "vaultsearch files --kind pdf --format paths"),
    "stats": ("vaultsearch stats", "vaultsearch stats --json"),
    "export": (
        "vaultsearch export notes.parquet --format parquet",
        "vaultsearch export --no-vectors > notes.jsonl",
    ),
    "vaults list": ("vaultsearch vaults", "vaultsearch vaults list --json"),
    "vaults forget": ("vaultsearch vaults forget ~/Old",),
    "orphans": ("vaultsearch orphans --json",),
    "unresolved": ("vaultsearch unresolved",),
    "duplicates": ("vaultsearch duplicates --set duplicates.minimum=0.9",),
    "summaries": ("vaultsearch summaries 'Boat jobs'", "vaultsearch summaries --missing"),
    "mcp": ("vaultsearch mcp --vault ~/Notes", "vaultsearch mcp --print-config claude-desktop"),
    "skill install": ("vaultsearch skill install", "vaultsearch skill install codex"),
    "skill show": ("vaultsearch skill show",),
    "watch": ("vaultsearch watch ~/Notes",),
    "status": ("vaultsearch status --vault ~/Notes",),
    "config": ("vaultsearch config", "vaultsearch config --json"),
    "schema": ("vaultsearch schema search", "vaultsearch schema models list"),
    "evaluate": (
        "vaultsearch evaluate --self --compare fusion.words_weight=0.3,0.5",
        "vaultsearch evaluate --testset cranfield --ablate",
    ),
    "models list": ("vaultsearch models list",),
    "models download": ("vaultsearch models download all-MiniLM-L6-v2",),
    "completion install": ("vaultsearch completion install", "vaultsearch completion install zsh"),
    "completion show": ("vaultsearch completion show bash > vaultsearch.bash",),
}
