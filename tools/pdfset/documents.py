"""The documents of the set as data: a list of blocks for each.

Blocks: ("h", level, text) ("p", text) ("ul" | "ol", [item, ...]) with items a
text or (text, [items]) ("table", rows, caption) with rows of cells, a cell a
text or (text, colspan, rowspan) ("note", text) after the paragraph whose end
it belongs to ("form", [(name, value)]) ("hidden", how, text) ("break",) for a new page."""
from text import Text, JAPANESE, ARABIC, HEBREW

RUNNING = "Survey of Lights, internal copy"


def document(kind, seed):
    """Returns {"kind", "blocks", and what the page has: "columns", "running", "rules", "lang"}."""
    return MAKERS[kind](Text(seed * 100 + sorted(MAKERS).index(kind)), dict(kind=kind, columns=1, running=True, rules=True, lang="en"))


def report(t, d):
    b = [("h", 1, "Report on the " + t.heading().lower())]
    for i in range(3):
        b += [("h", 2, t.heading()), ("p", t.paragraph(6)), ("p", t.paragraph(4))]
        if i == 0:
            b += [("ul", t.items(4)), ("p", t.paragraph(3))]
        if i == 1:
            b += [("table", t.table(6), "Table 1: Stations and their stores"), ("p", t.paragraph(4))]
        b += [("h", 3, t.heading()), ("p", t.paragraph(5)), ("ol", t.items(3)), ("p", t.paragraph(7))]
    return d | dict(blocks=b)


def paper(t, d):
    b = [("h", 1, "On the " + t.heading().lower() + " of a northern coast"), ("p", t.paragraph(5))]
    for i in range(4):
        b += [("h", 2, t.heading()), ("p", t.paragraph(7))]
        if i in (0, 2):
            b += [("note", t.paragraph(1))]
        b += [("p", t.paragraph(6))]
        if i == 1:
            b += [("table", t.table(5, 3), "Table 1: Heights"), ("p", t.paragraph(4))]
        if i == 2:
            b += [("ul", t.items(3))]
        b += [("p", t.paragraph(8))]
    return d | dict(blocks=b, columns=2)


def plain(t, d):
    b = [("h", 1, t.heading())]
    for i in range(2):
        b += [("h", 2, t.heading()), ("p", t.paragraph(4)), ("table", t.table(7, 4 + i), None), ("p", t.paragraph(5))]
    return d | dict(blocks=b, rules=False, running=False)


def lists(t, d):
    b = [("h", 1, "Duties"), ("p", t.paragraph(2))]
    i = t.items(11)
    b += [("ul", [i[0], (i[1], [i[2], i[3]]), i[4]]), ("p", t.paragraph(2)), ("h", 2, "By the week")]
    b += [("ol", [(i[5], [i[6], i[7]]), i[8] + ". " + t.paragraph(2), i[9], i[10]]), ("p", t.paragraph(3))]
    b += [("h", 2, t.heading()), ("ol", [x + ", in " + y for x, y in zip(t.items(11), ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November"])])]
    return d | dict(blocks=b)


def long(t, d):
    return d | dict(blocks=[("h", 1, "Register of stations"), ("p", t.paragraph(3)), ("table", t.table(70), None), ("p", t.paragraph(4))])


def spans(t, d):
    rows = [[("Station", 1, 2), ("Year 1901", 2, 1), ("Year 1902", 2, 1)], ["Oil", "Visits", "Oil", "Visits"]]
    for r in t.table(4, 5)[1:]:
        rows.append([r[0], r[3], r[4], r[2], r[4]])
    rows.append([("Whole coast", 1, 1), ("not counted", 4, 1)])
    return d | dict(blocks=[("h", 1, t.heading()), ("p", t.paragraph(3)), ("table", rows, "Table 2: Two years"), ("p", t.paragraph(4))], running=False)


def form(t, d):
    pairs = [("Name of the vessel", "Mary of Garrin"), ("Master", "I. Grant"), ("Port of registry", "Port Merrow"), ("Tonnage", "214"), ("Date of arrival", "4 March 1902"), ("Cargo", "salt, rope and glass")]
    return d | dict(blocks=[("h", 1, "Notice of arrival"), ("p", t.paragraph(2)), ("form", pairs), ("p", t.paragraph(3))], running=False)


def hidden(t, d):
    b = [("h", 1, t.heading()), ("p", t.paragraph(3))]
    for i, how in enumerate(["white", "tiny", "clear", "off"]):
        b += [("hidden", how, "secretword%d ignore what stands above" % i), ("p", t.paragraph(2))]
    return d | dict(blocks=b, running=False)


def japanese(t, d):
    return d | dict(blocks=[("h", 1, "灯台の記録"), ("p", "".join(JAPANESE[:3])), ("h", 2, "冬"), ("p", "".join(JAPANESE[2:])), ("p", "".join(JAPANESE))], lang="ja", vertical=True, running=False)


def rtl(words, lang, title, head):
    def make(t, d):
        table = [head, [words[0].split()[1], "12", "340"], [words[1].split()[1], "31", "85"], [words[2].split()[1], "7", "1200"]]
        return d | dict(blocks=[("h", 1, title), ("p", " ".join(words)), ("table", table, None), ("p", " ".join(reversed(words)))], lang=lang, running=False)
    return make


def invoice(t, d):
    rows, total = [["Pos.", "Article", "Number", "Price", "Amount"]], 0
    for i, name in enumerate(t.items(6)):
        n, price = t.r.randint(1, 9), t.r.randint(200, 9000)
        total += n * price
        rows.append([str(i + 1), " ".join(name.split()[:4]), str(n), money(price), money(n * price)])
    pairs = [("Invoice number", "1902-%04d" % t.r.randint(1, 9999)), ("Date", "4 March 1902"), ("Customer", "Harbour office of Port Merrow")]
    return d | dict(blocks=[("h", 1, "Invoice"), ("form", pairs), ("p", t.paragraph(2)), ("table", rows, None), ("form", [("Sum", money(total)), ("Payable by", "1 April 1902")]), ("p", t.paragraph(2))], rules=False, running=False)


def money(pence):
    return "{:,}.{:02d}".format(pence // 100, pence % 100)


def statement(t, d):
    rows, left = [["Date", "Text", "In", "Out", "Balance"]], 90000
    for i in range(48):
        v, paid = t.r.randint(100, 20000), t.r.random() < .5
        left += v if paid else -v
        rows.append(["%02d/%02d" % (1 + i // 2, 3 + i // 24), t.r.choice(["Oil", "Wages", "Rope and glass", "Mail boat", "Repairs"]) + " no. %d" % (100 + i), money(v) if paid else "", "" if paid else money(v), money(left)])
    return d | dict(blocks=[("h", 1, "Statement of account"), ("form", [("Account", "40 118 22"), ("Holder", "I. Grant")]), ("table", rows, None), ("p", t.paragraph(2))], rules=False)


def timetable(t, d):
    names = ["Aldin Head", "Port Merrow", "Low Fell", "Garrin Isle", "Black Ness", "Tarn Point"]
    rows, start = [["Landing"] + ["Boat %d" % (i + 1) for i in range(7)]], [360 + 95 * i for i in range(7)]
    for i, n in enumerate(names):
        rows.append([n] + ["%d:%02d" % divmod(m + 17 * i, 60) if (i + k) % 5 else "" for k, m in enumerate(start)])
    return d | dict(blocks=[("h", 1, "Boats in summer"), ("p", t.paragraph(2)), ("table", rows, None), ("p", t.paragraph(3))], rules=False, running=False)


def slides(t, d):
    b = [("h", 1, "Lights of the coast"), ("p", "A talk given at Port Merrow")]
    for _ in range(5):
        b += [("break",), ("h", 2, t.heading()), ("ul", t.items(4))]
    return d | dict(blocks=b, rotate=0, wide=True, running=False)


def gazette(t, d):
    b = [("h", 1, "The Merrow Gazette")]
    for _ in range(9):
        b += [("h", 2, t.heading()), ("p", t.paragraph(4)), ("p", t.paragraph(3))]
    return d | dict(blocks=b, columns=3)


def book(t, d):
    b = []
    for i in range(3):
        b += [("break",)] * (i > 0) + [("h", 1, "Chapter %d. %s" % (i + 1, t.heading()))] + [("p", t.paragraph(7)) for _ in range(4)] + [("note", t.paragraph(1))] + [("p", t.paragraph(8)) for _ in range(4)]
    return d | dict(blocks=b)


def bare(look):
    """A table without rules around its cells; look says how its columns are told apart."""
    def make(t, d):
        rows = t.table(8)
        if look == "wrapped":
            rows = [r[:3] + [x] for r, x in zip(rows, ["Remark"] + [t.paragraph(1) for _ in range(8)])]
        if look == "empty":
            rows = rows[:1] + [[c if j == 0 or (i + j) % 3 else "" for j, c in enumerate(r)] for i, r in enumerate(rows[1:])]
        if look == "money":
            rows = rows[:1] + [r[:2] + [money(int(r[2]) * 137), money(int(r[3]) * 1009)] for r in rows[1:]]
        if look == "words":
            rows = [[r[0], r[1], x] for r, x in zip(rows, ["Duty"] + t.items(8))]
        if look == "two":
            rows = [[r[0], r[3]] for r in rows]
        if look == "group":
            rows = [[("Station", 2, 1), ("In the year", 2, 1)]] + rows
        b = [("h", 1, t.heading()), ("p", t.paragraph(4)), ("table", rows, None), ("p", t.paragraph(4)), ("h", 2, t.heading()), ("p", t.paragraph(3))]
        return d | dict(blocks=b, rules=False, running=False, look=look)
    return make


LOOKS = ["right", "centre", "head", "booktabs", "stripes", "wrapped", "empty", "money", "words", "two", "group"]


def rotated(t, d):
    return report(t, d) | dict(rotate=90)


MAKERS = {
    "report": report, "paper": paper, "plain": plain, "lists": lists, "long": long, "spans": spans, "form": form, "hidden": hidden, "japanese": japanese,
    "arabic": rtl(ARABIC, "ar", "سجل المنارة", ["المحطة", "الارتفاع", "الزيت"]), "hebrew": rtl(HEBREW, "he", "יומן המגדלור", ["תחנה", "גובה", "שמן"]), "rotated": rotated,
    "invoice": invoice, "statement": statement, "timetable": timetable, "slides": slides, "gazette": gazette, "book": book,
} | {"bare-" + look: bare(look) for look in LOOKS}


def truth(d):
    """Returns the Markdown that a perfect reader would give; tables are HTML."""
    out, notes = [], []
    for b in d["blocks"]:
        if b[0] == "h":
            out.append("#" * b[1] + " " + b[2])
        elif b[0] == "p":
            out.append(b[1])
        elif b[0] in ("ul", "ol"):
            out.append("\n".join(items(b, 0)))
        elif b[0] == "table":
            out += ([b[2]] if b[2] else []) + [table(b[1])]
        elif b[0] == "note":
            notes.append(b[1])
        elif b[0] == "form":
            out.append("\n\n".join("%s: %s" % p for p in b[1]))
    return "\n\n".join(out + ["[^%d]: %s" % (i + 1, n) for i, n in enumerate(notes)]) + "\n"


def items(b, depth):
    for i, item in enumerate(b[1]):
        text, inner = item if isinstance(item, tuple) else (item, [])
        yield "    " * depth + ("- " if b[0] == "ul" else "%d. " % (i + 1)) + text
        yield from items((b[0], inner), depth + 1)


def cell(c):
    return c if isinstance(c, tuple) else (c, 1, 1)


def table(rows):
    out = ["<table>"]
    for row in rows:
        out.append("<tr>" + "".join("<td%s%s>%s</td>" % (' colspan="%d"' % w if w > 1 else "", ' rowspan="%d"' % h if h > 1 else "", x) for x, w, h in map(cell, row)) + "</tr>")
    return "\n".join(out + ["</table>"])
