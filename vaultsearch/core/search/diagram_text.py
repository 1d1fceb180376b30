"""Mermaid diagrams as a line of words, for places too small for a drawing: ``A[Hull] --> B`` is Hull → B."""

from __future__ import annotations

import re

_ARROW = r"(?:<\|?|[ox*|.]{1,9})?(?:-{2,}|={2,}|-\.+-|\.{2,}|~{3,}|-(?=[>)x]))(?:\|?>+|[ox*)]+(?!\w))?"
_SETTING = re.compile(
    r"""^[ \t]*(?:%%.*|end|[A-Za-z]+Diagram(?:-v2)?|(?:graph|flowchart)\b.*|gantt|mindmap|journey|timeline|pie
    |(?:style|classDef|class|linkStyle|click|direction|dateFormat|axisFormat|participant|actor)[ ].*)[ \t;]*$
    |^[ \t]*(?:pie[ ](?:showData[ ])?)?(?:title|subgraph|section)[ ]""",
    re.VERBOSE | re.MULTILINE,
)
_PART = re.compile(
    rf"""(?P<node>(?P<id>\b\w++)?(?:(?<!\[)\[++|(?<!\()\(++|(?<!{{){{++)[/\\"]*+(?P<label>[^\[\](){{}}"\n]++)["/\\]*+(?:\]+|\)+|}}+))
    |\|"?(?P<edge>[^|"\n]+)"?\||(?P<arrow>{_ARROW})|(?P<word>\w+)|(?P<mark>[;"]|:::\w+)""",
    re.VERBOSE,
)
DIAGRAM_LINES = re.compile(
    r"""(?:^(?:[ \t]*+(?:graph|flowchart)[ ][TBLRD]{2}\b.*|.*[\w\])}"][ ]?(?:--+>|-\.+->|==+>|--?>>).*)
    (?:\n|\Z))+""",
    re.VERBOSE | re.MULTILINE,
)
"""Lines of a diagram cut in two."""


def diagram_text(source: str) -> str:
    """Return a diagram's words in order, with an arrow for each line drawn."""
    body = _SETTING.sub("", source)
    labels = {match["id"]: match["label"] for match in _PART.finditer(body) if match["id"]}

    def shown(part: re.Match[str]) -> str:
        kind = part.lastgroup
        if kind == "word":
            return labels.get(part.group(), part.group())
        if kind == "arrow":
            return " → "
        return "" if kind == "mark" else f" {part['label'] or part['edge']} "

    lines = (" ".join(line.split()) for line in _PART.sub(shown, body).split("\n"))
    return " · ".join(filter(None, lines))
