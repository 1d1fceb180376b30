"""The words of time in twelve languages: names of months and weekdays are CLDR's, the rest is our own.

They stand here, since reading them from CLDR's locales took a seventh of a search from the shell, and 10 MB.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


Value: TypeAlias = "int | str"

# Kinds of words, of which each is a letter of the grammar. Of the others, which stand in `WORDS`: y a year,
# u a unit, l last, t this, x next, g ago (v before it), d a day from today, s a season, e a decade, q a
# quarter, I a written date; k, j, z what stands behind the number of a month, day, year; f, h, b, a since,
# until, before and after behind what they are of.
NUMBER, MONTH, WEEKDAY, ORDINAL = "n", "m", "w", "o"
_WEAK = {"M": MONTH, "W": WEEKDAY}
"""Names, such as May and Sun, that count only beside other words of time."""
IN, SINCE, UNTIL, BEFORE, AFTER, BETWEEN, AND, TO = "i", "F", "H", "B", "A", "P", "C", "T"
FILLER = "_"
AGO = "g"
NAME = "-"
"""Words that hold words of time, and are the name of something else."""
RELATIVE = frozenset("ultxgvdniwFfHhBbAaPCT")
"""Kinds of words that name no month, season, year or date by themselves."""

COUNTED = frozenset("kjz")
"""Kinds of words that name a month, day or year together with a number."""

LANGUAGES = ("en", "de", "zh", "fr", "es", "it", "pt", "nl", "ru", "pl", "ja", "ko")
UNSPACED = frozenset({"zh", "ja"})
"""Languages without spaces between words: their words are found within a run of letters."""

WORDS: Mapping[str, str] = {
    "en": """
- black friday, good friday, bloody sunday, palm sunday, easter sunday, easter monday, cyber monday
- ash wednesday, fat tuesday, super tuesday, sunday school, rio de janeiro, the march
u day: day, days; week: week, weeks; month: month, months; quarter: quarter, quarters; year: year, years
u weekend: weekend, weekends
l last, past, previous
t this, current
x next, coming
g ago, back
d 0: today, this morning, this afternoon, this evening, tonight; -1: yesterday; -2: day before yesterday
d 1: tomorrow
s 3: spring; 6: summer; 9: autumn, fall; 12: winter
i in, on, during, from, of, early, late, mid, end of, beginning of, start of
F since, from
H until, till, through
B before
A after
P between
C and
T to
o 1: first; 2: second; 3: third; 4: fourth
n 1: a, an, one; 2: two, couple of; 3: three; 4: four; 5: five; 6: six; 7: seven; 8: eight; 9: nine; 10: ten
n 12: twelve
_ the, of
e 50: fifties; 60: sixties; 70: seventies; 80: eighties; 90: nineties
M 1: january, jan; 2: february, feb; 3: march; 4: april, apr; 5: may; 6: june, jun; 7: july, jul
M 8: august, aug; 9: september, sep; 10: october, oct; 11: november, nov; 12: december, dec
w 6: sunday; 0: monday; 1: tuesday; 2: wednesday; 3: thursday; 4: friday; 5: saturday
W 6: sun; 0: mon; 1: tue; 2: wed; 3: thu; 4: fri; 5: sat
""",
    "de": """
- schwarzer freitag, black friday, aschermittwoch, rio de janeiro
u day: tag, tage, tagen, tages; week: woche, wochen, kw, kalenderwoche
u month: monat, monate, monaten, monats; quarter: quartal, quartale, quartalen, quartals
u year: jahr, jahre, jahren, jahres; weekend: wochenende, wochenenden, wochenendes
l letzte, letzten, letzter, letztes, letztem, vorige, vorigen, voriger, voriges, vergangene, vergangenen
l vergangenes, vergangener
t diese, diesen, dieser, dieses, diesem
x nächste, nächsten, nächster, nächstes, nächstem, kommende, kommenden, kommender, kommendes
v vor
d 0: heute; -1: gestern; -2: vorgestern; 2: übermorgen
s 3: frühling, frühjahr; 6: sommer; 9: herbst; 12: winter
i im, in, am, vom, von, des, anfang, ende, mitte, anfang des, ende des
F seit, ab
H bis, bis zum, bis zur
B vor, vor dem
A nach, nach dem
P zwischen, von, vom
C und
T bis, bis zum
n 1: einem, einer, einen; 2: zwei; 3: drei; 4: vier; 5: fünf; 6: sechs; 7: sieben; 8: acht; 9: neun
n 10: zehn; 12: zwölf
_ dem, den, der, die, das, des
o 1: erste, ersten, erstes; 2: zweite, zweiten, zweites; 3: dritte, dritten, drittes
o 4: vierte, vierten, viertes
e 50: fünfziger, fünfzigern; 60: sechziger, sechzigern; 70: siebziger, siebzigern; 80: achtziger, achtzigern
e 90: neunziger, neunzigern
M 1: januar, jan; 2: februar, feb; 3: märz, mär; 4: april, apr; 5: mai; 6: juni, jun; 7: juli, jul
M 8: august, aug; 9: september, sept, sep; 10: oktober, okt; 11: november, nov; 12: dezember, dez
w 6: sonntag; 0: montag; 1: dienstag; 2: mittwoch; 3: donnerstag; 4: freitag; 5: samstag
W 6: so; 0: mo; 1: di; 2: mi; 3: do; 4: fr; 5: sa
""",
    "zh": """
u day: 天; week: 周, 星期, 个星期, 个周, 礼拜, 个礼拜, 週; month: 个月, 個月; quarter: 季度, 个季度
u weekend: 周末, 週末; lastyear: 去年
u thisyear: 今年; nextyear: 明年; yearbeforelast: 前年
k 月, 月份
j 日, 号, 號
z 年
l 上, 上个, 上個, 最近, 过去, 過去
t 这, 这个, 這個, 本, 今
x 下, 下个, 下個
g 前, 以前, 之前
d 0: 今天, 今日, 今早, 今晚, 今天早上; -1: 昨天, 昨日, 昨晚; -2: 前天; 1: 明天; 2: 后天
s 3: 春天, 春季, 春; 6: 夏天, 夏季, 夏; 9: 秋天, 秋季, 秋; 12: 冬天, 冬季, 冬
i 在
F 自, 从, 從
C 和, 与, 到, 至
T 到, 至
h 为止
f 以来, 以來, 起
b 之前, 以前, 前
a 之后, 以后, 之後, 以後, 后
n 1: 一; 2: 二, 两, 兩; 3: 三; 4: 四; 5: 五; 6: 六; 7: 七; 8: 八; 9: 九; 10: 十; 12: 十二
P 在
_ 的, 份, 第, 内, 裡, 里, 之间, 间, 期间, 初, 底, 末
e 80: 八十年代; 90: 九十年代; 70: 七十年代; 60: 六十年代
w 6: 周日, 星期天, 星期日, 礼拜天
M 1: 一月; 2: 二月; 3: 三月; 4: 四月; 5: 五月; 6: 六月
M 7: 七月; 8: 八月; 9: 九月; 10: 十月; 11: 十一月; 12: 十二月
w 6: 星期日; 0: 星期一; 1: 星期二; 2: 星期三; 3: 星期四; 4: 星期五; 5: 星期六
W 6: 周日; 0: 周一; 1: 周二; 2: 周三; 3: 周四; 4: 周五; 5: 周六
""",
    "fr": """
- vendredi saint, rio de janeiro
u day: jour, jours; week: semaine, semaines; month: mois; quarter: trimestre, trimestres
u year: an, ans, année, années; weekend: week-end, weekend, week-ends
l dernier, dernière, derniers, dernières, passé, passée
t ce, cet, cette
x prochain, prochaine
v il y a
d 0: aujourd'hui, aujourd’hui; -1: hier; -2: avant-hier; 1: demain
s 3: printemps; 6: été; 9: automne; 12: hiver
i en, au, à, du, de, début, fin, mi-, début de, fin de
F depuis, dès, à partir de
H jusqu'à, jusqu’à, jusqu'en, jusqu’en, jusqu'au, jusqu’au
B avant
A après
P entre, de, du
C et
T au, à
n 1: un, une; 2: deux; 3: trois; 4: quatre; 5: cinq; 6: six; 7: sept; 8: huit; 9: neuf; 10: dix; 12: douze
_ le, la, les, l', l’, du, de, des, d', d’
o 1: premier, 1er; 2: deuxième, second; 3: troisième; 4: quatrième
e 50: années cinquante; 60: années soixante; 80: années quatre-vingt
M 1: janvier, janv; 2: février, févr; 3: mars; 4: avril, avr; 5: mai; 6: juin; 7: juillet, juil; 8: août
M 9: septembre, sept; 10: octobre, oct; 11: novembre, nov; 12: décembre, déc
w 6: dimanche; 0: lundi; 1: mardi; 2: mercredi; 3: jeudi; 4: vendredi; 5: samedi
W 6: dim; 0: lun; 2: mer; 3: jeu; 4: ven; 5: sam
""",
    "es": """
- rio de janeiro, río de janeiro, viernes santo, domingo de ramos
u day: día, días; week: semana, semanas; month: mes, meses; quarter: trimestre, trimestres; year: año, años
u weekend: fin de semana, fines de semana, finde
l último, última, últimos, últimas, pasado, pasada, pasados, pasadas
t este, esta
x próximo, próxima, que viene
v hace
d 0: hoy; -1: ayer; -2: anteayer, antes de ayer
s 3: primavera; 6: verano; 9: otoño; 12: invierno
i en, el, de, del, a finales de, finales de, a principios de, principios de, a mediados de
F desde, a partir de
H hasta
B antes de, antes del
A después de, después del
P entre, de, del
C y
T al, a
n 1: un, una; 2: dos; 3: tres; 4: cuatro; 5: cinco; 6: seis; 7: siete; 8: ocho; 9: nueve; 10: diez; 12: doce
o 1: primer, primero; 2: segundo; 3: tercer, tercero; 4: cuarto
_ el, la, los, las, de, del
e 50: años cincuenta; 60: años sesenta; 70: años setenta; 80: años ochenta; 90: años noventa
M 1: enero, ene; 2: febrero, feb; 3: marzo; 4: abril, abr; 5: mayo, may; 6: junio, jun; 7: julio, jul
M 8: agosto, ago; 9: septiembre, sept; 10: octubre, oct; 11: noviembre, nov; 12: diciembre, dic
w 6: domingo; 0: lunes; 1: martes; 2: miércoles; 3: jueves; 4: viernes; 5: sábado
W 6: dom; 0: lun; 2: mié; 3: jue; 4: vie; 5: sáb
""",
    "it": """
- rio de janeiro, venerdì santo
u day: giorno, giorni; week: settimana, settimane; month: mese, mesi; quarter: trimestre, trimestri
u year: anno, anni; weekend: fine settimana, weekend
l scorso, scorsa, scorsi, scorse, ultimo, ultima, ultimi, ultime, passato, passata
t questo, questa, quest', quest’
x prossimo, prossima
g fa
d 0: oggi; -1: ieri; -2: l'altro ieri, l’altro ieri, altro ieri; 1: domani
s 3: primavera; 6: estate; 9: autunno; 12: inverno
i in, a, nel, nell', nell’, nella, di, del, dell', dell’, il, inizio, fine, a fine, metà, a metà
F da, dal, dalla, dall', dall’, a partire da
H fino a, fino al, fino alla
B prima di, prima del, prima della
A dopo, dopo il, dopo la
P tra, fra
C e
T al, a
n 1: un, una, uno; 2: due; 3: tre; 4: quattro; 5: cinque; 6: sei; 7: sette; 8: otto; 9: nove; 10: dieci
n 12: dodici
o 1: primo; 2: secondo; 3: terzo; 4: quarto
_ il, lo, la, i, gli, le, l', l’, di, del, della, dell', dell’
e 60: anni sessanta; 70: anni settanta; 80: anni ottanta; 90: anni novanta
M 1: gennaio, gen; 2: febbraio, feb; 3: marzo; 4: aprile, apr; 5: maggio, mag; 6: giugno, giu; 7: luglio, lug
M 8: agosto, ago; 9: settembre, set; 10: ottobre, ott; 11: novembre, nov; 12: dicembre, dic
w 6: domenica; 0: lunedì; 1: martedì; 2: mercoledì; 3: giovedì; 4: venerdì; 5: sabato
W 6: dom; 0: lun; 2: mer; 3: gio; 4: ven; 5: sab
""",
    "pt": """
- rio de janeiro
u day: dia, dias; week: semana, semanas; month: mês, meses; quarter: trimestre, trimestres; year: ano, anos
u weekend: fim de semana, fins de semana
l último, última, últimos, últimas, passado, passada
t este, esta, neste, nesta, deste, desta
x próximo, próxima, que vem
v há, faz
g atrás
d 0: hoje; -1: ontem; -2: anteontem; 1: amanhã
s 3: primavera; 6: verão; 9: outono; 12: inverno
i em, no, na, de, do, início de, final de, fim de, no início de, no final de
F desde, a partir de
H até
B antes de, antes do
A depois de, depois do, após
P entre
C e
T a
n 1: um, uma; 2: dois, duas; 3: três; 4: quatro; 5: cinco; 6: seis; 7: sete; 8: oito; 9: nove; 10: dez
n 12: doze
_ o, a, os, as, de, do, da, dos
o 1: primeiro; 2: segundo; 3: terceiro; 4: quarto
e 70: anos setenta; 80: anos oitenta; 90: anos noventa
M 1: janeiro, jan; 2: fevereiro, fev; 3: março; 4: abril, abr; 5: maio, mai; 6: junho, jun; 7: julho, jul
M 8: agosto, ago; 9: setembro, set; 10: outubro, out; 11: novembro, nov; 12: dezembro, dez
w 6: domingo; 0: segunda-feira; 1: terça-feira; 2: quarta-feira; 3: quinta-feira; 4: sexta-feira; 5: sábado
W 6: domingo, dom; 0: segunda, seg; 1: terça, ter; 2: quarta, qua; 3: quinta, qui; 4: sexta, sex
W 5: sábado, sáb
""",
    "nl": """
u day: dag, dagen; week: week, weken; month: maand, maanden; quarter: kwartaal, kwartalen; year: jaar, jaren
u weekend: weekend, weekeinde
l vorige, vorig, afgelopen, laatste
t deze, dit
x volgende, volgend, komende, komend
g geleden
d 0: vandaag; -1: gisteren; -2: eergisteren
s 3: lente, voorjaar; 6: zomer; 9: herfst, najaar; 12: winter
i in, op, van, begin, eind, medio
F sinds, vanaf, van
H tot, tot en met
B voor
A na
P tussen
C en
T tot, t/m
n 1: een, één; 2: twee; 3: drie; 4: vier; 5: vijf; 6: zes; 7: zeven; 8: acht; 9: negen; 10: tien; 12: twaalf
_ de, het
o 1: eerste; 2: tweede; 3: derde; 4: vierde
M 1: januari, jan; 2: februari, feb; 3: maart, mrt; 4: april, apr; 5: mei; 6: juni, jun; 7: juli, jul
M 8: augustus, aug; 9: september, sep; 10: oktober, okt; 11: november, nov; 12: december, dec
w 6: zondag; 0: maandag; 1: dinsdag; 2: woensdag; 3: donderdag; 4: vrijdag; 5: zaterdag
W 6: zo; 0: ma; 1: di; 2: wo; 3: do; 4: vr; 5: za
""",
    "ru": """
u day: день, дня, дней; week: неделя, недели, неделю, неделе, недель; month: месяц, месяца, месяце, месяцев
u quarter: квартал, квартала, квартале; year: год, года, году, лет; weekend: выходные, выходных
l прошлый, прошлая, прошлое, прошлой, прошлом, прошлого, прошлую, прошлые, прошлых, последние, последних
l последний, последнюю, прошлым
t этот, эта, это, этой, этом, этого, эту, эти
x следующий, следующая, следующей, следующем, следующего, следующую
g назад
m 1: январе; 2: феврале; 3: марте; 4: апреле; 5: мае; 6: июне; 7: июле; 8: августе; 9: сентябре; 10: октябре
m 11: ноябре; 12: декабре
o 1: первый, первом; 2: второй, втором; 3: третий, третьем; 4: четвертый, четвёртый, четвертом
d 0: сегодня; -1: вчера; -2: позавчера; 1: завтра
s 3: весной, весна, весны, весну; 6: летом, лето, лета; 9: осенью, осень, осени; 12: зимой, зима, зимы, зиму
i в, во, на, за, в начале, в конце, в середине, начало, конец
F с, со, начиная с
H до, по
B до, перед
A после
P между
C и
T по, до
n 1: один, одну; 2: два, две; 3: три; 4: четыре; 5: пять; 6: шесть; 7: семь; 8: восемь; 9: девять
n 10: десять
e 80: восьмидесятые, восьмидесятых; 90: девяностые, девяностых
w 0: понедельника; 1: вторника; 2: среды; 3: четверга; 4: пятницы; 5: субботы; 6: воскресенья
M 1: января, янв, январь; 2: февраля, февр, февраль; 3: марта, мар, март; 4: апреля, апр, апрель; 5: мая, май
M 6: июня, июн, июнь; 7: июля, июл, июль; 8: августа, авг, август; 9: сентября, сент, сентябрь
M 10: октября, окт, октябрь; 11: ноября, нояб, ноябрь; 12: декабря, дек, декабрь
w 6: воскресенье; 0: понедельник; 1: вторник; 2: среда; 3: четверг; 4: пятница; 5: суббота
W 2: среду, ср; 4: пятницу, пт; 5: субботу, сб; 6: вс; 0: пн; 1: вт; 3: чт
""",
    "pl": """
u day: dzień, dni, dnia; week: tydzień, tygodnia, tygodniu, tygodnie, tygodni
u month: miesiąc, miesiąca, miesiącu, miesiące, miesięcy; quarter: kwartał, kwartału, kwartale
u year: rok, roku, lata, lat; weekend: weekend, weekendu
l zeszły, zeszłym, zeszłego, zeszła, zeszłej, zeszłą, ubiegły, ubiegłym, ubiegłego, ubiegłej, ostatni
l ostatnim, ostatnie, ostatnich, ostatnia, ostatniej
t ten, tym, tego, ta, tej, tę
x następny, następnym, następnego, następna, następnej, przyszły, przyszłym, przyszłego, przyszłej
m 1: styczniu; 2: lutym; 3: marcu; 4: kwietniu; 5: maju; 6: czerwcu; 7: lipcu; 8: sierpniu; 9: wrześniu
m 10: październiku; 11: listopadzie; 12: grudniu
g temu
d 0: dziś, dzisiaj; -1: wczoraj; -2: przedwczoraj; 1: jutro
s 3: wiosną, wiosna, wiosny, wiosnę; 6: latem, lato; 9: jesienią, jesień, jesieni; 12: zimą, zima, zimy
i w, we, na, za, na początku, pod koniec, początek, koniec
F od
H do
B przed
A po
P między, pomiędzy
C a, i
T do
n 1: jeden, jedną; 2: dwa, dwie; 3: trzy; 4: cztery; 5: pięć; 6: sześć; 7: siedem; 8: osiem; 9: dziewięć
n 10: dziesięć
_ r., roku
o 1: pierwszy, pierwszym; 2: drugi, drugim; 3: trzeci, trzecim; 4: czwarty, czwartym
M 1: stycznia, sty, styczeń; 2: lutego, lut, luty; 3: marca, marzec; 4: kwietnia, kwi, kwiecień; 5: maja, maj
M 6: czerwca, cze, czerwiec; 7: lipca, lip, lipiec; 8: sierpnia, sie, sierpień; 9: września, wrz, wrzesień
M 10: października, paź, październik; 11: listopada, lis, listopad; 12: grudnia, gru, grudzień
w 6: niedziela, niedz; 0: poniedziałek; 1: wtorek; 2: środa; 3: czwartek; 4: piątek; 5: sobota
W 0: pon; 1: wt; 2: śr; 3: czw; 4: pt; 5: sob
""",
    "ja": """
u day: 日間; week: 週, 週間; month: か月, ヶ月, カ月, ヵ月; quarter: 四半期; year: 年間; weekend: 週末
u lastyear: 去年, 昨年
u thisyear: 今年; nextyear: 来年; yearbeforelast: 一昨年, おととし
k 月
j 日
z 年
l 先, 前の, この前の, 過去, ここ, 直近
t 今, 今の, この
x 来, 次の
g 前
d 0: 今日, 今朝, 今夜; -1: 昨日, きのう, 昨夜; -2: 一昨日, おととい; 1: 明日
s 3: 春; 6: 夏; 9: 秋; 12: 冬
f 以来, から, 以降
h まで
b 以前, より前, の前
a の後, より後
C と
T から
n 1: 一; 2: 二; 3: 三; 4: 四; 5: 五; 6: 六; 7: 七; 8: 八; 9: 九; 10: 十; 12: 十二
_ の, に, の間, 初め, 末
w 0: 月曜; 1: 火曜; 2: 水曜; 3: 木曜; 4: 金曜; 5: 土曜; 6: 日曜
e 80: 八十年代; 90: 九十年代
w 6: 日曜日; 0: 月曜日; 1: 火曜日; 2: 水曜日; 3: 木曜日; 4: 金曜日; 5: 土曜日
""",
    "ko": """
u day: 일간; week: 주, 주일, 주간, 주에; month: 달, 개월, 달에; quarter: 분기, 분기에; year: 해, 해에
u weekend: 주말, 주말에
u lastyear: 작년, 작년에, 지난해, 지난해에; thisyear: 올해, 올해에, 금년; nextyear: 내년, 내년에
u yearbeforelast: 재작년, 재작년에
k 월, 월에
j 일, 일에
z 년, 년에
l 지난, 저번, 최근
t 이번, 이
x 다음
g 전, 전에
d 0: 오늘; -1: 어제; -2: 그저께, 그제; 1: 내일
s 3: 봄, 봄에; 6: 여름, 여름에; 9: 가을, 가을에; 12: 겨울, 겨울에
f 이후, 이래, 부터
h 까지
b 이전, 전, 이전에, 전에
a 후, 후에, 이후에
C 와, 과
T 부터, 에서
n 1: 한, 일; 2: 두, 이; 3: 세, 삼, 석; 4: 네, 사; 5: 다섯, 오; 6: 여섯, 육; 7: 일곱; 8: 여덟; 9: 아홉
n 10: 열, 십
_ 의, 에, 사이, 사이에
M 1: 1월; 2: 2월; 3: 3월; 4: 4월; 5: 5월; 6: 6월; 7: 7월; 8: 8월; 9: 9월; 10: 10월; 11: 11월; 12: 12월
w 6: 일요일; 0: 월요일; 1: 화요일; 2: 수요일; 3: 목요일; 4: 금요일; 5: 토요일
W 6: 일요일에; 0: 월요일에; 1: 화요일에; 2: 수요일에; 3: 목요일에; 4: 금요일에; 5: 토요일에
""",
}
"""A line for a kind, with its groups of words, each behind the value of its words if they have one."""

_AMBIGUOUS: Mapping[str, frozenset[str]] = {
    "zh": frozenset("春夏秋冬"),
    "ja": frozenset("春夏秋冬"),
    "en": frozenset(
        {"may", "march", "a", "an", "second", "fall", "spring", "summer", "winter", "autumn", "fifties"}
    ),
    "fr": frozenset({"mars", "été", "mai", "printemps", "automne", "hiver"}),
    "es": frozenset({"primavera", "verano", "otoño", "invierno"}),
    "it": frozenset({"primavera", "estate", "autunno", "inverno"}),
    "pt": frozenset({"primavera", "verão", "outono", "inverno"}),
    "de": frozenset({"frühling", "frühjahr", "sommer", "herbst", "winter"}),
    "nl": frozenset({"lente", "zomer", "herfst", "winter", "voorjaar", "najaar"}),
}
"""Words that are of time only beside a number, a year, a preposition or "last"; so is each short form."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as a language reads it: its kind, its value, and whether it counts only beside others."""

    kind: str
    value: Value = 0
    is_weak: bool = False


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one language."""

    language: str
    words: Mapping[str, tuple[Word, ...]]

    def may_occur(self, text: str) -> bool:
        """Return whether a casefolded text has a word of time that says something by itself."""
        if self.language in UNSPACED or self.language == "ko" or re.search("[0-9]", text):
            return True
        words = (self.words.get(word, ()) for word in re.findall(r"[\w'’-]+", text))
        return any(word.kind not in _BESIDE for those in words for word in those)

    @property
    def pattern(self) -> re.Pattern[str]:
        """A pattern of the words, the longest first."""
        return _pattern(self.language)


_OTHERWISE = frozenset({"mar"})
"""Short forms that are other words far more often: the sea, and not March or Tuesday."""
_BESIDE = frozenset({IN, SINCE, UNTIL, BEFORE, AFTER, BETWEEN, AND, TO, FILLER, NUMBER, ORDINAL})
"""Kinds of words that say nothing of time alone, nor with one another."""
_BEGINNING, _ENDING = r"(?<!\w)", r"(?!\w)"
_ENDINGS = {"ko": r"(?=부터|까지|에|의|은|는|이후|이전|\W|$)"}
_PREFIXES = ("지난", "이번", "다음", "저번")
"""Korean words that are written together with the next one, as digits are with what they count."""
_BEGINNINGS = {"ko": "(?:" + "|".join([r"(?<![^\W\d])", *(f"(?<={prefix})" for prefix in _PREFIXES)]) + ")"}


@cache
def vocabulary(language: str) -> Vocabulary:
    """Return the vocabulary of a language."""
    words: dict[str, list[Word]] = {}
    for phrase, word in _phrases(language):
        known = words.setdefault(phrase, [])
        if word.kind == NAME:
            continue
        if word not in known and not any(one.kind == word.kind and not one.is_weak for one in known):
            known.append(word)
    return Vocabulary(language, {word: tuple(read) for word, read in words.items()})


@cache
def _pattern(language: str) -> re.Pattern[str]:
    longest_first = sorted(vocabulary(language).words, key=len, reverse=True)
    alternatives = "|".join(re.escape(word) for word in longest_first)
    begins, ends = _BEGINNINGS.get(language, _BEGINNING), _ENDINGS.get(language, _ENDING)
    spaced = alternatives if language in UNSPACED else f"{begins}(?:{alternatives}){ends}"
    if language == "ko":
        spaced = rf"(?<!\w)(?:{'|'.join(_PREFIXES)})|(?<=\w)(?:부터|까지)|{spaced}"
    return re.compile(spaced)


_VARIABLES = ("LC_TIME", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LANG")
_BEGINS = {
    6: "AG AO AS BD BR BS BT BW BZ CA CO CV DM DO ET GQ GT GU GW HK HN ID IL IN IS JM JP KE KH KR LA MH MM "
    "MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG ST SV TH TL TT TW UM US VE VI WS YE ZA ZW",
    5: "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY",
    4: "MV",
}
"""The territories whose weeks begin on a Sunday, a Saturday or a Friday, by CLDR; others' do on a Monday."""


@cache
def first_weekday() -> int:
    """Return what weeks begin with where this computer is: 0 for Monday, 6 for Sunday."""
    named = next(filter(None, map(os.environ.get, _VARIABLES)), "").partition(":")[0]
    territory = re.search(r"[_-]([A-Z]{2})(?![A-Za-z])", named)
    if territory is None:
        return 6 if re.fullmatch(r"(C|POSIX)(\..*)?", named) else 0  # as in the United States
    return next((day for day, those in _BEGINS.items() if territory[1] in those.split()), 0)


def _phrases(language: str) -> Iterator[tuple[str, Word]]:
    """Return the words of the table."""
    ambiguous = _AMBIGUOUS.get(language, frozenset())
    for line in WORDS[language].strip().splitlines():
        kind, _, groups = line.partition(" ")
        for group in groups.split("; "):
            named, _, phrases = group.rpartition(": ")
            value: Value = int(named) if re.fullmatch(r"-?\d+", named) else named or 0
            for phrase in phrases.split(", "):
                yield phrase, Word(_WEAK.get(kind, kind), value, kind in _WEAK or phrase in ambiguous)
