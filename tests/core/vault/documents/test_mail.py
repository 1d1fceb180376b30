"""Of a mail, all that its reader would see is read: its texts in order, forwarded mails, invitations."""

from pathlib import Path

import pytest

from vaultsearch.core.vault.documents.document import DocumentText
from vaultsearch.core.vault.documents.mail import read_eml, read_entries


def mail(*parts: str, kind: str = "mixed", headers: str = "Subject: Otters") -> str:
    """Return a mail, or a part of one without headers, of parts with headers of their own."""
    begun = f"{headers}\n" if headers else ""
    mark = f"={len(''.join(parts))}={kind}="
    inner = "".join(f"--{mark}\n{part}\n" for part in parts)
    return f'{begun}Content-Type: multipart/{kind}; boundary="{mark}"\n\n{inner}--{mark}--\n'


def text(content: str, kind: str = "plain", more: str = "") -> str:
    return f"Content-Type: text/{kind}; charset=utf-8\n{more}\n{content}"


def read(written: str, encoding: str = "utf-8") -> DocumentText:
    return read_eml(written.encode(encoding))


PICTURE = 'Content-Type: image/png; name="den.png"\nContent-Disposition: inline\nContent-Transfer-Encoding: base64\n\nAAAA'


def test_the_texts_around_a_picture_are_read_in_their_order() -> None:
    read_text = read(mail(text("The den from above."), PICTURE, text("The way down to it."))).text
    assert read_text.split("\n\n") == ["- Attached: den.png", "The den from above.", "The way down to it."]


def test_html_around_a_picture_is_read_as_well() -> None:
    rich = mail(text("<p>Above</p>", "html"), PICTURE, text("<p>Below</p>", "html"), headers="")
    assert read(mail(text("Above\n\nBelow"), rich, kind="alternative")).text.endswith("Above\n\nBelow")
    assert read(rich.replace("Content-Type", "Subject: x\nContent-Type", 1)).text.endswith("Above\n\nBelow")


@pytest.mark.parametrize("html", ["<!-- sent from the river -->", "</div>", "<!DOCTYPE html>", " "])
def test_html_without_any_element_costs_nothing_of_the_mail(html: str) -> None:
    assert read(mail(text("The den from above."), text(html, "html"))).text == "The den from above."


ARTICLE = (
    "<h1>River news</h1><p>The otters moved their holt to the old mill, and nobody has seen them since.</p>"
)


@pytest.mark.parametrize(
    "placeholder",
    [
        "This message requires a program that shows HTML.", "Dies ist eine HTML-Nachricht.",
        "Read it online: https://example.org/river/news/the-otters-moved-their-holt-to-the-old-mill",
        "此邮件需要支持网页格式的程序。", "River news", "",
    ],
)  # fmt: skip
def test_a_plain_part_that_stands_in_for_the_text_gives_way_to_it(placeholder: str) -> None:
    found = read(mail(text(placeholder), text(ARTICLE, "html"), kind="alternative")).text
    assert found.startswith("# River news\n\nThe otters moved")


def test_a_plain_part_that_says_as_much_as_the_html_is_the_text() -> None:
    plain = "River news\n\nThe otters moved their holt\nto the old mill. Nobody has seen them since."
    assert read(mail(text(plain), text(ARTICLE, "html"), kind="alternative")).text == plain


def test_two_versions_that_are_different_texts_are_both_read() -> None:
    other = (
        "In the morning she dives along the bank with two stones in her paws while all others look at what she "
        "does there, and none of them knows why."
    )
    found = read(mail(text(other), text("<p>Fischotter</p>", "html"), kind="alternative")).text
    assert "stones in her paws" in found
    assert "Fischotter" in found


def test_a_forwarded_mail_is_read_below_its_subject_with_its_sender_and_attachments() -> None:
    inner = mail(
        text("Count them at dawn."),
        'Content-Type: application/pdf\nContent-Disposition: attachment; filename="Map 3.pdf"\n\nx',
        headers="From: Ada <ada@example.org>\nSubject: =?utf-8?q?Z=C3=A4hlung?=",
    )
    forwarded = f"Content-Type: message/rfc822\nContent-Disposition: attachment\n\n{inner}"
    read_text = read(mail(text("See below."), forwarded, text("Yours, Bob"))).text
    assert [one.strip() for one in read_text.split("\n\n") if one.strip()] == [
        "See below.", "Yours, Bob", "# Zählung", "- From: Ada ada@example.org\n- Attached: Map 3.pdf",
        "Count them at dawn.",
    ]  # fmt: skip


def test_a_mail_forwarded_within_a_forwarded_one_is_below_its_heading() -> None:
    inner = "Subject: Deepest\n\nholt"
    middle = mail(f"Content-Type: message/rfc822\n\n{inner}", headers="From: b@example.org")
    lines = read(mail(f"Content-Type: message/rfc822\n\n{middle}")).text.split("\n")
    assert [line for line in lines if line.startswith("#")] == ["# Forwarded message", "## Deepest"]
    assert lines[-1] == "holt"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_headers_in_raw_8_bit_characters_are_read_as_utf_8_else_as_windows_1252(encoding: str) -> None:
    written = (
        "From: Käthe Groß <k@example.org>\nSubject: Größe des Baus – jetzt =?utf-8?q?f=C3=BCr_alle?=\n"
        'Content-Type: multipart/mixed; boundary="x"\n\n--x\nContent-Type: image/png; name="Höhle.png"\n\nx\n--x--\n'
    )
    found = read(written, encoding)
    assert found.title == "Größe des Baus – jetzt für alle"
    assert found.text == "- From: Käthe Groß k@example.org\n- Attached: Höhle.png"


@pytest.mark.parametrize(
    "parameter",
    [
        "filename*=iso-8859-1''H%F6hle%20am%20Fluss.png",
        "filename*0*=utf-8''H%C3%B6hle%20; filename*1*=am%20Fluss.png",
        'filename="=?iso-8859-1?Q?H=F6hle?= =?utf-8?B?IGFtIEZsdXNz?=.png"', 'filename="Höhle am Fluss.png"',
    ],
)  # fmt: skip
def test_the_name_of_an_attachment_is_read_however_it_is_encoded(parameter: str) -> None:
    part = f"Content-Type: image/png\nContent-Disposition: attachment; {parameter}\n\nx"
    assert read(mail(part)).text == "- Attached: Höhle am Fluss.png"


def test_an_encoded_subject_that_is_damaged_costs_nothing_of_the_mail() -> None:
    found = read("Subject: =?utf-8?b?A?= otters\n\nThey dive.")
    assert (found.title, found.text) == ("=?utf-8?b?A?= otters", "They dive.")


def test_a_text_in_utf_8_is_read_as_such_whatever_its_mail_declares() -> None:
    header = "Subject: x\nContent-Type: text/plain; charset=iso-8859-1\n\n"
    assert read(f"{header}Über Nacht").text == "Über Nacht"
    assert read(f"{header}Über „Nacht“", "cp1252").text == "Über „Nacht“"


INVITATION, CONTACT = (
    Path(__file__).with_name(n).read_text("utf-8") for n in ("invitation.ics", "contact.vcf")
)


def test_an_invitation_tells_what_when_and_where_beside_the_text() -> None:
    versions = mail(text("Please come."), text(INVITATION, "calendar"), kind="alternative", headers="")
    attached = text(INVITATION, "calendar", 'Content-Disposition: attachment; filename="invite.ics"\n')
    assert read(mail(versions, attached)).text.split("\n\n") == [
        *("- Attached: invite.ics", "Please come."),
        "- Counting otters, again\n- 2026-05-04 05:30 Europe/Berlin – 2026-05-04 07:00 Europe/Berlin\n- Old mill\n"
        "- Weaver, Ada ada@example.org",
        *("Bring boots.\nAnd a lamp for the way back.", "- Rest\n- 2026-05-05"),
    ]


def test_contacts_are_read_as_fields() -> None:
    assert read_entries(CONTACT.encode()).text == (
        "- Ada Weaver\n- 1944-06-06\n- Otters, Inc.\n- ada@example.org, weaver@example.org\n"
        "- 1 Mill Lane, Baytown, 30314\n\nLikes boots, and lamps"
        "\n\n- Groß Käthe\n- +49 1234\n\nHöhle am Fluss,\noben"
    )
    assert read_entries(b"no entry").text == "no entry"


def test_what_is_attached_as_text_is_named_and_is_no_part_of_the_mail() -> None:
    log = text("a thousand lines", more='Content-Disposition: attachment; filename="run.log"\n')
    assert read(mail(text("It failed."), log)).text == "- Attached: run.log\n\nIt failed."


def test_parts_within_parts_without_end_are_read_as_far_as_people_write_them() -> None:
    written = text("deep")
    for _ in range(90):
        written = mail(written, headers="")
    assert read(f"Subject: Otters\n{written}").title == "Otters"
