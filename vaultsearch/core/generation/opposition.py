"""Two statements about the same thing that are opposed: by a negation, by antonyms, by an order turned round.

The tables hold the words of each language that turn a statement; an asterisk stands for any letters. That two
statements are about the same thing is known from elsewhere. In a language without tables nothing is opposed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from vaultsearch.core.generation.terms import UNSPACED_LANGUAGES, is_held, share_held, terms, words
from vaultsearch.core.languages.names import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_CHINESE, _GERMAN = "zh", "de"
_NEGATIONS: Mapping[str, str] = {
    "en": "not never no none nothing nobody neither nor without cannot *n't *n’t",
    "de": "nicht nichts nie niemals niemand kein* ohne weder",
    "fr": "ne n'* n’* jamais sans aucun aucune rien",
    "es": "no nunca jamás sin ningun* ningún nada tampoco",
    "it": "non mai senza nessun* niente nulla",
    "pt": "não nunca sem nenhum* nada",
    "nl": "niet niets nooit geen zonder",
}
_NEGATION_IN_CHINESE = re.compile(
    "不(?![同断過过仅僅但只管论論少久错錯])|没有?|沒有?|無|无|未(?![来來])|非(?![常洲])|别(?![的人])|勿|莫"
)
_NO_NEGATION = re.compile(
    r"\s+(?:only|just|before|until|nur|bloß|vor|bevor|solo|sólo|antes|hasta)\b"
    r"|\s+(?:later|less|more|fewer|mehr|weniger|más|menos)\s+(?:than|als|de|que)\b|\.\s*\d",
    re.IGNORECASE,
)
"""Behind a negation that denies nothing: not only, no more than, no. 12."""
_PAUSE = re.compile("[,;:()]")
_SCOPE = 2
"""Content words that a negation denies: behind it, in German also before it, if the verb stands there."""
_LOWER_CASE = re.compile(r"\b[a-zäöüß]\w+")
_DENIED_HAN = re.compile("[\u4e00-\u9fff]{0,6}")
_MODAL_HAN = re.compile("[会能要可需应该]+")
_WEAKENED: Mapping[str, str] = {
    "en": "*fail* refus* avoid* lack* miss* prevent* stop* forbid* forbad* prohibit* ban* reject* deny denies"
    " denied hardly barely seldom rarely few little only unless except instead rather unable unlike unlikely"
    " unbear* unwill* unavail* unpaid unfinish* in*ble im*ble *less disagree* disallow* disappear* dislike*"
    " exclud* destroy* kill* lose* lost ruin* until too end ended gave give free against",
    "de": "verbot* verbiet* untersag* vermeid* vermied* fehl* kaum selten nur wenig* statt außer un*bar"
    " unmöglich* unnötig* ungern *los *lose* verhinder* verweiger* ablehn* verzicht* entfall* erst zu"
    " tabu frei",
    "es": "prohib* evit* falt* apenas raramente solo sólo poco* poca* salvo excepto imposib* impid* imped*"
    " rechaz* nieg* neg* cerrad* acab* perd* pierd* mur* mat* dej* demasiado libre incapa* insufic*",
    "zh": "只 仅 僅 禁 免 拒 缺 少 难 難 除 防 才 停 罕 失 错 避 反而 为止",
}
"""Words by which a statement says the same as another that denies: forbidden, only, fails."""
_POLES: Mapping[str, str] = {
    "en": """
        more above exceed* increas* higher rise* rose rais* / less fewer below decreas* lower* reduc* fell
        first begin* start* / last final* finish*
        early earlier / late later
        open* / clos* shut
        longer longest / shorter shortest
        large larger largest big bigger biggest / small*
        faster fastest quicker / slower slowest
        cheap* / expensive
        allow* permit* / forbid* forbad* prohibit*
        accept* agree* / reject* refus* object*
        port left / starboard right
        buy* bought / sell* sold
        always / never
        inside / outside
        best better / worst worse
        wet / dry
        hot* warm* / cold* cool*
        remember* / forget* forgot*
        includ* / exclud*
        minimum least / maximum most
        strong* / weak*
        flood / ebb
        north* / south*
        east* / west*
    """,
    "de": """
        mehr über höher* steig* stieg* überschreit* übersteig* erhöh* / weniger unter niedriger* sink* senk*
        erste* beginn* anfang* zuerst / letzte* zuletzt schließlich
        früh* / spät*
        offen* öffn* geöffnet* / geschlossen* schließt schließen
        länger* längst* / kürzer* kürzest*
        groß* größer* / klein*
        schnell* / langsam*
        billig* günstig* / teuer* teur*
        erlaub* darf dürfen gestattet / verbot* untersag* verbiet*
        link* / rechts rechte*
        kauf* gekauft / verkauf*
        immer stets / nie niemals
        warm* heiß* / kalt* kühl*
        dick* / dünn* hauchdünn*
        neu* / alt*
        stark* / schwach*
        dafür / dagegen
        besser* beste* / schlecht*
        nass* feucht* / trocken*
        einschalt* eingeschaltet* / ausschalt* ausgeschaltet*
        nord* nörd* / süd*
    """,
    "es": """
        más supera* exced* sub* aument* encima mayor* sobrepas* / menos baj* disminu* debajo menor* reduc*
        primer* empiez* comienz* empez* comenz* / últim* termin* acab*
        temprano / tarde
        abiert* abre* abri* / cerrad* cierr* cerr*
        larg* / cort*
        grande* / pequeñ*
        rápid* / lent*
        barat* / caro* cara*
        permit* / prohib*
        izquierd* / derech*
        compr* / vend*
        siempre / nunca jamás
        calient* cálid* / frío* fría*
        incluid* incluy* / exclu*
        mejor* / peor*
        norte / sur
    """,
    "zh": """
        增 加量 提高 上升 上涨 更多 以上 超过 高于 多于 大于 / 减 降 下跌 更少 以下 低于 少于 小于 不到
        最高 最大 最多 最强 / 最低 最小 最少 最弱
        第一 最初 最先 首先 开头 / 最后 最终 末尾 结尾
        打开 开着 开启 / 关掉 关闭 关上 关着
        更快 较快 / 更慢 较慢
        更长 较长 / 更短 较短
        更早 提前 / 更晚 推迟
        便宜 / 昂贵 更贵
        允许 可以 / 禁止 不准 不得 不可
        买 / 卖
        总是 一直 始终 / 从不 从未 从来没
        左 / 右
        更强 增强 强化 加强 / 更弱 减弱 削弱
        更好 变好 改善 / 更差 变差 恶化
        赞成 支持 同意 / 反对
        容易 简单 / 困难 很难
        主动 / 被动
        有利 有益 / 有害 不利
        凉 冷 / 热 暖
    """,
}
"""Words of two opposite poles, one pair of poles a line."""
_LESSER = re.compile(r"\b(?:less|least|menos|weniger|am wenigsten)\s+(?!than|als|que|de)\w+", re.IGNORECASE)
"""Least expensive: a word that is turned into its antonym."""

_BEFORE: Mapping[str, str] = {
    "en": r"\b(?:before|prior to)\b",
    "de": r"\b(?:bevor|ehe|vor)\b",
    "es": r"\bantes (?:de(?:l| que)?|que)\b",
    "zh": "以前|之前|前",
}
_AFTER: Mapping[str, str] = {
    "en": r"\b(?:after|once|as soon as)\b",
    "de": r"\b(?:nachdem|nach|sobald)\b",
    "es": r"\b(?:después de(?:l| que)?|tras|una vez que)\b",
    "zh": "以后|之后|后",
}
_THEN: Mapping[str, str] = {
    "en": r"\bfirst\b(?P<first>.+?)\b(?:then|afterwards)\b(?P<second>.+)",
    "de": r"\b(?:zuerst|erst|zunächst)\b(?P<first>.+?)\b(?:dann|danach|anschließend)\b(?P<second>.+)",
    "es": r"\bprimero\b(?P<first>.+?)\b(?:luego|después)\b(?P<second>.+)",
    "zh": "先(?P<first>.+?)(?:再|后|然后|接着)(?P<second>.+)",
}
_INSTEAD: Mapping[str, str] = {
    "en": r"(?P<second>(?:\S+\s+){1,4})(?:instead of|rather than)\s+(?P<first>\S+(?:\s+\S+){0,2})",
    "de": r"(?P<second>(?:\S+\s+){1,4})(?:statt|anstatt|anstelle)\s+(?P<first>\S+(?:\s+\S+){0,2})",
    "es": r"(?P<second>(?:\S+\s+){1,4})en (?:vez|lugar) del?\s+(?P<first>\S+(?:\s+\S+){0,2})",
    "zh": "(?P<first>.{1,12})[改换挪移变调](?:到|成|为|至|在)了?(?P<second>.{1,6})",
}
_FROM_TO: Mapping[str, str] = {
    "en": r"\bfrom\s+(?P<first>\S+(?:\s+\S+)?)\s+to\s+(?P<second>\S+(?:\s+\S+)?)",
    "de": r"\bv(?:on|om)\s+(?P<first>\S+(?:\s+\S+)?)\s+(?:auf|zum?|nach|in)\s+(?P<second>\S+(?:\s+\S+)?)",
    "es": r"\bdel?\s+(?P<first>\S+)\s+al?\s+(?P<second>\S+)",
    "zh": "从(?P<first>.{1,6}?)[改换挪移变调提]?(?:到|成|为|至)了?(?P<second>.{1,6})",
}
_THAN: Mapping[str, str] = {
    "en": r"(?P<first>.+?)\b(?P<by>(?:more|less)\s+\w+|\w+er|more|less)\s+than\b(?P<second>.+)",
    "de": r"(?P<first>.+?)\b(?P<by>\w+er|mehr|weniger)\s+als\b(?P<second>.+)",
    "es": r"(?P<first>.+?)\b(?P<by>(?:más|menos)\s+\w+|mejor|peor|mayor|menor)\s+que\b(?P<second>.+)",
    "zh": "(?P<first>.{1,12})比(?P<second>.{1,10}?)(?P<by>[更还要多少大小高低快慢好重早晚].{0,4})",
}
_LETTERS_OF_DEGREE = 4
_CROSSED = 0.5
"""The least share of words of two things that are taken for the same."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two things of a sentence in an order: of time, of a change, of a comparison (and by which degree)."""

    kind: str
    first: str
    second: str


def is_opposed(claim: str, clause: str, sentence: str, language: str) -> bool:
    """Return whether a claim says the opposite of a clause, which stands in a sentence of a passage."""
    here, there = _denied(claim, language), _denied(clause, language)
    if here and there:
        return False
    if not here and not there:
        # Two things that are exchanged turn an antonym back: A is faster than B, B slower than A.
        return not _compares_exchanged(claim, sentence, language) and _has_antonym(claim, clause, language)
    denied, affirming = (here, clause) if here else (there, claim)
    if _is_weakened(affirming, language) or (here and _is_weakened(sentence, language)):
        return False
    if language in UNSPACED_LANGUAGES:
        return any(word in affirming for word in denied)
    # A sentence that denies something itself may well be what the claim sums up.
    if here and _denied(sentence, language):
        return False
    affirmed = terms(affirming, language)
    return any(is_held(word, affirmed) for word in denied)


def is_turned(claim: str, sentence: str, language: str) -> bool:
    """Return whether a claim turns round an order of two things: of time, of a change, of a comparison."""
    theirs = list(_pairs(sentence, language))
    for mine in _pairs(claim, language):
        ways = [_ways(mine, other, language) for other in theirs if other.kind == mine.kind]
        crossed = max((crossed for crossed, _ in ways), default=0.0)
        # One pair that agrees outweighs another that does not: many sentences hold several.
        if crossed >= _CROSSED and crossed > max(straight for _, straight in ways):
            return True
    return False


@cache
def _pattern(listed: str, language: str) -> re.Pattern[str]:
    """Return the pattern of any of the words of a table."""
    any_of = "|".join(re.escape(word).replace(r"\*", r"\w*") for word in listed.split())
    return re.compile(any_of if language == _CHINESE else rf"(?<!\w)(?:{any_of})(?!\w)", re.IGNORECASE)


@cache
def _poles(language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Return the patterns of the poles of a language, each pair in both orders."""
    lines = [line.split("/") for line in _POLES.get(language, "").splitlines() if line.strip()]
    pairs = [(_pattern(one, language), _pattern(other, language)) for one, other in lines]
    return (*pairs, *((other, one) for one, other in pairs))


def _denied(text: str, language: str) -> list[str]:
    """Return what a text denies: the stems next to its negations; runs of characters in Chinese."""
    if language in UNSPACED_LANGUAGES:
        runs = (_DENIED_HAN.match(text, found.end()) for found in _NEGATION_IN_CHINESE.finditer(text))
        return [word for run in runs if run for word in _denied_han(run[0])]
    denied: list[str] = []
    for found in _pattern(_NEGATIONS.get(language, "-"), language).finditer(text):
        if not _NO_NEGATION.match(text, found.end()):
            # A negation reaches no further than its clause.
            behind = words(_PAUSE.split(text[found.end() :])[0], language)[:_SCOPE]
            before = _PAUSE.split(text[: found.start()])[-1]
            if language == _GERMAN:
                behind += words(" ".join(_LOWER_CASE.findall(before)), language)[-_SCOPE:]
            # At its end, it denies what stands before it: "electricity is not".
            is_behind = bool(behind) or language != ENGLISH
            denied += behind if is_behind else words(before, language)[-_SCOPE:]
    return denied


def _denied_han(run: str) -> list[str]:
    run = run.lstrip("是为了在有被把让")
    modal = _MODAL_HAN.match(run)
    verb = run[modal.end() :][:2] if modal else run[:2]
    return [word for word in (modal[0] if modal else "", verb) if word]


def _is_weakened(text: str, language: str) -> bool:
    return language in _WEAKENED and _pattern(_WEAKENED[language], language).search(text) is not None


def _has_antonym(claim: str, clause: str, language: str) -> bool:
    claim, clause = (_LESSER.sub("", text) for text in (claim, clause))
    return any(
        mine.search(claim) and theirs.search(clause) and not theirs.search(claim) and not mine.search(clause)
        for mine, theirs in _poles(language)
    )


def _compares_exchanged(claim: str, sentence: str, language: str) -> bool:
    """Return whether both compare the same two things, the other way round."""
    mine, theirs = (
        [pair for pair in _pairs(text, language) if pair.kind.startswith("than")]
        for text in (claim, sentence)
    )
    ways = [_ways(pair, other, language) for pair in mine for other in theirs]
    return any(crossed >= _CROSSED and crossed > straight for crossed, straight in ways)


def _ways(mine: _Pair, other: _Pair, language: str) -> tuple[float, float]:
    """Return how well two pairs match crosswise, and how well straight, 0 to 1, by what tells them apart."""
    a, b, c, d = (
        terms(text, language, single=True) for text in (mine.first, mine.second, other.first, other.second)
    )
    a, b, c, d = a - b, b - a, c - d, d - c
    if not (a and b and c and d):
        return 0.0, 0.0
    straight = max(_likeness(a, c), _likeness(b, d))
    return min(_likeness(a, d), _likeness(b, c)), straight


def _likeness(mine: frozenset[str], theirs: frozenset[str]) -> float:
    return max(share_held(mine, theirs), share_held(theirs, mine))


def _pairs(text: str, language: str) -> Iterator[_Pair]:
    if language not in _BEFORE:
        return
    yield from _pairs_of_time(text, language)
    for kind, pattern in (("time", _THEN), ("change", _INSTEAD), ("change", _FROM_TO)):
        for found in re.finditer(pattern[language], text, re.IGNORECASE):
            yield _Pair(kind, found["first"], found["second"])
    for found in re.finditer(_THAN[language], text, re.IGNORECASE):
        degrees = sorted(terms(found["by"], language, single=True)) or [found["by"]]
        yield _Pair(f"than {degrees[0][:_LETTERS_OF_DEGREE]}", found["first"], found["second"])


def _pairs_of_time(text: str, language: str) -> Iterator[_Pair]:
    for pattern, is_after in ((_BEFORE[language], False), (_AFTER[language], True)):
        for found in re.finditer(pattern, text, re.IGNORECASE):
            left, right = text[: found.start()], text[found.end() :]
            if language in UNSPACED_LANGUAGES:
                # 以前 stands behind what it is said of.
                left, right = right, left
            if not left.strip(" ,，"):  # Before this, that.
                right, _, left = right.partition(",")
            if left.strip() and right.strip():
                yield _Pair("time", right, left) if is_after else _Pair("time", left, right)
