"""Asks in how many turns the passage that a question needs is in the request, of a model with a window of 16,000 tokens.

    turn.py SET [--vectors URL] [--tokens N] [--half check|tune]     See README.md.

The request is that of `backstory prompt --request`: the real composer and runner, and no model is asked.
"""
import argparse
import concurrent.futures
import json
import pathlib
from collections import defaultdict

from score import configured, flat, prepare, run


def said(request):
    """Returns the text of the system prompt and of the messages of a request."""
    texts = defaultdict(list)
    for m in json.loads(request)["messages"]:
        parts = m["content"] if isinstance(m["content"], list) else [{"text": m["content"]}]
        texts[m["role"]] += [p.get("text", "") for p in parts]
    return {role: "\n".join(t) for role, t in texts.items()}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("set", type=pathlib.Path)
    p.add_argument("--vectors", default="")
    p.add_argument("--tokens", type=int, default=0, help="max_tokens of the preference retrieval")
    p.add_argument("--half", default="")
    p.add_argument("--profiles", default="")
    p.add_argument("--misses", action="store_true")
    p.add_argument("--binary", default="backstory")
    a = p.parse_args()
    groups = defaultdict(list)
    for line in (a.set / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        q = json.loads(line)
        if (not a.half or q["half"] == a.half) and (not a.profiles or q["profile"] in a.profiles.split(",")):
            groups[q["profile"]].append(q)

    def ask(name):
        folder = a.set / name
        prepare(folder, a.binary, a.vectors)
        if a.tokens:
            path = folder / "preferences.json"
            path.write_text(json.dumps({"retrieval": {**json.loads(path.read_text())["retrieval"], "max_tokens": a.tokens}}), encoding="utf-8")
        config, out = configured(a.set, a.vectors), []
        if a.vectors:  # a turn does not wait for all of them
            run(a.binary, "search", folder, "x", "--config", config)
        for q in groups[name]:
            request = run(a.binary, "prompt", "--profile", folder, "--config", config, "--request", q["question"])
            texts = said(request)
            want = [flat(w) for w in q["gold"]]
            # All of the answer has to be in one passage: a row has its key and its cell in a line.
            pieces = [flat(piece) for role in ("system", "user") for piece in texts.get(role, "").split("\nPassage `" if role == "user" else "\n")]
            out.append((q, any(all(w in piece for w in want) for piece in pieces), len(request) // 4))
        return out

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        asked = [r for rows in pool.map(ask, groups) for r in rows]
    print("%.3f of %d questions have the passage in the request; requests have about %d tokens" % (sum(r[1] for r in asked) / len(asked), len(asked), sum(r[2] for r in asked) // len(asked)))
    for key in ("kind", "form", "language"):
        by = defaultdict(list)
        for q, good, _ in asked:
            by[q[key]].append(good)
        print("   " + "  ".join("%s %.2f" % (k, sum(v) / len(v)) for k, v in sorted(by.items())))
    if a.misses:
        for q, good, _ in asked:
            if not good:
                print("   %s %s %s: %s -> %s" % (q["profile"], q["form"], q["kind"], q["question"], q["gold"]))


if __name__ == "__main__":
    main()
