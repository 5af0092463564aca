"""Asks what two people told each other: how much of the evidence is among the first hits.

    dialogues.py OUT [--idle N] [--together] [--half check|tune] [--misses] [--binary backstory]     See README.md.

It lays out dialogues/*.txt as profiles under OUT, with idle talk between what is told. The same questions are asked of BM25
over single turns, and over turns with the two before and the one after.
"""
import argparse
import concurrent.futures
import hashlib
import pathlib
import random
import re
from collections import defaultdict
from dataclasses import dataclass, field

from score import BUDGETS, bm25, flat, search, tokens

KINDS = {"=": "words", "~": "partly", "!": "paraphrase"}
HERE = pathlib.Path(__file__).parent / "dialogues"


@dataclass
class Turn:
    text: str  # with who speaks before it
    label: str = ""
    source: str = ""
    line: int = 0


@dataclass
class Talk:
    name: str
    language: str
    people: list = field(default_factory=list)
    sessions: list = field(default_factory=list)  # of a date and its turns
    questions: list = field(default_factory=list)


def read(path):
    """Reads two speakers, their dated sessions, and the questions with the labels of their evidence."""
    talk = Talk(*path.stem.split("."))
    for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark, rest = line.split(" ", 1)
        if mark == "@":
            talk.people = rest.split()
        elif mark == "##":
            talk.sessions.append((rest, []))
        elif mark[0] == "?":
            question, labels = rest.split(" => ")
            half = "check" if hashlib.sha256(question.encode()).digest()[0] & 1 else "tune"
            talk.questions.append({"question": question, "evidence": labels.split(), "kind": KINDS[mark[1]], "half": half, "language": talk.language})
        else:
            who, _, label = mark.partition(".")
            talk.sessions[-1][1].append(Turn("%s: %s" % (talk.people[int(who) - 1], rest), label))
    known = [t.label for _, turns in talk.sessions for t in turns if t.label]
    wrong = {k for k in known if known.count(k) > 1} | {k for q in talk.questions for k in q["evidence"] if k not in known}
    if wrong:
        raise SystemExit("%s: labels that are not in one turn: %s" % (path.name, ", ".join(sorted(wrong))))
    return talk


def chatter(language, rng):
    """Yields exchanges of three turns that say nothing of the two, none of them twice."""
    words, templates, seen = {}, [], set()
    for line in (HERE / "idle" / (language + ".txt")).read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            name, list_ = line[2:].split(": ", 1)
            words[name] = list_.split(", ")
        else:
            templates.append(line)
    while True:
        rng.shuffle(templates)
        before = len(seen)
        for t in templates:
            chosen = {**{k: rng.choice(v) for k, v in words.items()}, "n": str(rng.randint(3, 90))}
            parts = [p[:1].upper() + p[1:] for p in t.format(**chosen).split(" | ")]
            if tuple(parts) not in seen:
                seen.add(tuple(parts))
                yield parts
        if len(seen) == before:
            raise SystemExit("idle/%s.txt has too few words for so much idle talk" % language)


def fill(talk, count):
    """Puts idle talk between what is told, but not between a remark and its answer."""
    rng = random.Random(talk.name)
    idle = chatter(talk.language, rng)
    for _, turns in talk.sessions:
        blocks = []
        for t in turns:
            if t.label and not (blocks and not blocks[-1][-1].label):
                blocks.append([t])
            else:
                blocks[-1].append(t)
        for _ in range(count):
            first = rng.randint(0, 1)
            said = [Turn("%s: %s" % (talk.people[(first + i) % 2], text)) for i, text in enumerate(next(idle))]
            blocks.insert(rng.randint(0, len(blocks)), said)
        turns[:] = [t for b in blocks for t in b]


def write(talk, folder, markdown):
    """Writes a dialogue as a Markdown file, or as a text file a session, and notes the line of each turn."""
    (folder / "backstory").mkdir(parents=True, exist_ok=True)
    for old in [*(folder / "backstory").glob(talk.name + ".md"), *(folder / "backstory").glob(talk.name + " *.txt")]:
        old.unlink()  # of another layout
    (folder / "soul.md").write_text("# %s\n" % folder.name, encoding="utf-8")
    out = ["# %s, %s" % tuple(talk.people), ""]
    for date, turns in talk.sessions:
        source = "%s.md" % talk.name if markdown else "%s %s.txt" % (talk.name, date)
        out = out + ["## " + date, ""] if markdown else [date, ""]
        for t in turns:
            out += [t.text] + [""] * markdown
            t.source, t.line = source, len(out) - markdown
        (folder / "backstory" / source).write_text("\n".join(out) + "\n", encoding="utf-8")


@dataclass
class Hit:
    text: str
    turn: int = -1  # that was found, by its number in the profile


def systems(folder, turns, sessions, questions, binary):
    """Returns by system the hits of each question."""
    at = {(t.source, t.line): n for n, t in enumerate(turns)}
    def place(h):
        return at.get((h["source"].lstrip("/"), int(re.sub(r"\D", "", h["place"]) or 0)), -1)
    wide = []
    for n in range(len(turns)):
        wide.append("\n".join(turns[k].text for k in range(max(0, n - 2), min(len(turns), n + 2)) if sessions[k] == sessions[n]))
    alone = [t.text for t in turns]
    # 20 turns are far less than the budget: as many as fit into it are asked for.
    return {
        "backstory": [[Hit(h["text"], place(h)) for h in hits] for hits in search(folder, questions, binary)],
        "BM25, turns": [[Hit(alone[i], i) for i in order] for order in bm25(alone, questions, 400)],
        "BM25, turns with context": [[Hit(wide[i], i) for i in order] for order in bm25(wide, questions, 400)],
    }


def recall(q, hits, turns, itself):
    """Returns which share of the evidence is among the first 5, 10 and 20 hits, and within the budget."""
    spent, first = 0, {}
    for n, hit in enumerate(hits):
        text = turns[hit.turn].text if itself and hit.turn >= 0 else hit.text
        spent += tokens(text)
        for label in q["evidence"]:
            turn = q["turns"][label]
            if hit.turn == turn or not itself and flat(turns[turn].text) in flat(text):
                first.setdefault(label, (n, spent <= BUDGETS[0]))
    of = len(q["evidence"])
    return [sum(n < k for n, _ in first.values()) / of for k in (5, 10, 20)] + [sum(fits for _, fits in first.values()) / of]


def mean(rows):
    return [sum(c) / len(c) for c in zip(*rows)]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("out", type=pathlib.Path)
    p.add_argument("--idle", type=int, default=40, help="exchanges of idle talk in a session")
    p.add_argument("--together", action="store_true", help="all dialogues of a language in one profile")
    p.add_argument("--half", default="")
    p.add_argument("--misses", action="store_true")
    p.add_argument("--binary", default="backstory")
    a = p.parse_args()
    groups = defaultdict(list)
    for number, path in enumerate(sorted(HERE.glob("*.txt"))):
        talk = read(path)
        fill(talk, a.idle)
        name = talk.language if a.together else talk.name
        write(talk, a.out / name, number % 2 == 0)
        groups[name].append(talk)

    def ask(name):
        turns, sessions, questions = [], [], []
        for talk in groups[name]:
            labels = {}
            for date, said in talk.sessions:
                for t in said:
                    labels[t.label] = len(turns)
                    turns.append(t)
                    sessions.append((talk.name, date))
            questions += [{**q, "turns": labels, "talk": talk.name} for q in talk.questions if not a.half or q["half"] == a.half]
        return turns, questions, systems(a.out / name, turns, sessions, questions, a.binary)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        asked = list(pool.map(ask, groups))
    print("%d turns in %d sessions of %d dialogues" % (sum(len(t) for t, _, _ in asked), sum(len(t.sessions) for g in groups.values() for t in g), sum(map(len, groups.values()))))
    for half in ("tune", "check"):
        rows = defaultdict(list)
        for turns, questions, found in asked:
            for system, hits in found.items():
                for q, h in zip(questions, hits):
                    if q["half"] == half:
                        rows[system].append((q, h, recall(q, h, turns, False), recall(q, h, turns, True), turns))
        if not rows:
            continue
        print("\n%-34s %6s %6s %6s %6s   of %d questions, %s" % ("", "@5", "@10", "@20", "2,000", len(rows["backstory"]), half))
        for system, answers in rows.items():
            print("%-34s %6.3f %6.3f %6.3f %6.3f" % (system, *mean([r[2] for r in answers])))
            if system != "BM25, turns":
                print("%-34s %6.3f %6.3f %6.3f %6.3f" % ("   the turn itself, without others", *mean([r[3] for r in answers])))
            for key in ("kind", "language"):
                by = defaultdict(list)
                for r in answers:
                    by[r[0][key]].append(r[2])
                print("   @10: " + "  ".join("%s %.2f" % (k, mean(v)[1]) for k, v in sorted(by.items())))
        if a.misses:
            for q, hits, good, _, turns in rows["backstory"]:
                if good[1] < 1:
                    print("   %s %s, %d hits, @10 %.2f, @20 %.2f: %s\n      %s" % (q["talk"], q["kind"], len(hits), good[1], good[2], q["question"], " / ".join(turns[q["turns"][k]].text for k in q["evidence"])))


if __name__ == "__main__":
    main()
