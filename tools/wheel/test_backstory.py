"""Tests of the Python package, beside a program: BACKSTORY names it, or it is in PATH."""

import pathlib
import tempfile
import unittest

import backstory


class Calls(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.dir = pathlib.Path(place.name)

    def write(self, name, text):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def test_a_file_and_bytes_become_markdown(self):
        page = '<h1>Skarv</h1><p>Seen.<span style="display:none"> Not seen.</span>'
        doc = backstory.convert(self.write("-a page.html", page))
        self.assertEqual((doc.markdown, doc.format), ("# Skarv\n\nSeen.\n", "html"))
        self.assertEqual([w.code for w in doc.warnings], ["hidden-style"])
        self.assertEqual(backstory.convert(page.encode(), name="x.html", options={"hidden": "mark"}).markdown, "# Skarv\n\nSeen. [hidden: Not seen.]\n")

    def test_what_cannot_be_converted_says_why(self):
        for source, code, more in (
            (self.write("x.json", "{"), "corrupt", {}),
            (self.write("x.txt", "long"), "limit", {"options": {"limit": {"input": 2}}}),
            (self.dir / "nothing.txt", "io", {}),
            (b"x", "error", {}),
            (self.write("y.txt", "y"), "error", {"options": {"no-such": 1}}),
        ):
            with self.assertRaises(backstory.BackstoryError) as raised:
                backstory.convert(source, **more)
            self.assertEqual(raised.exception.code, code, raised.exception)

    def test_a_profile_is_built_checked_and_searched(self):
        self.write("ida/soul.md", "You are Ida.\n")
        self.write("ida/backstory/boats.csv", "name,oars\nLark,2\nTern,4\n")
        self.write("ida/backstory/bad.json", "{")
        self.assertFalse(backstory.check(self.dir / "ida").fresh)
        report = backstory.build(self.dir / "ida")
        self.assertEqual([(f.path, f.code) for f in report.failed], [("bad.json", "corrupt")])
        self.assertIn("|Tern|4|", (self.dir / "ida/backstory.md").read_text(encoding="utf-8"))
        self.assertFalse(backstory.check(self.dir / "ida").edited)
        found = backstory.search(self.dir / "ida", "How many oars has the Tern?", limit=1)
        self.assertEqual([(p.source, p.answers) for p in found], [("boats.csv", True)])
        with self.assertRaises(backstory.BackstoryError):
            backstory.build(self.dir / "nobody")


if __name__ == "__main__":
    unittest.main()
