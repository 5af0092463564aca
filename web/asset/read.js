// The text of a source and the picture of its page show each other's places. Without this
// script a link to a line does, when the view is loaded.
const sheet = document.querySelector(".sheet");
const wanted = () => /^#L(\d+)$/.exec(location.hash)?.[1];

// markOf returns the mark of a line: several lines may be in one.
function markOf(number) {
  let found;
  for (const mark of sheet?.querySelectorAll("rect") ?? []) {
    if (Number(mark.dataset.line) <= number) found = mark;
  }
  return found;
}

const pageOf = (number) => document.getElementById("L" + number)?.dataset.page;
const shown = sheet && pageOf(sheet.querySelector("rect")?.dataset.line);

// follow goes to the line of the address, and to its page where another one is shown.
function follow() {
  const number = wanted();
  if (!number) return;
  const page = pageOf(number);
  if (document.getElementById("L" + number) && (!sheet || !page || page === shown)) {
    sheet?.querySelector(".here")?.classList.remove("here");
    if (page) markOf(number)?.classList.add("here");
    return;
  }
  const to = new URL(location.href);
  if (to.searchParams.get("line") === number) return; // the server knows no such line, or has no picture of its page
  to.searchParams.set("line", number);
  location.replace(to);
}

// beside marks what the pointer is on in the other column, too.
function beside(event, on) {
  const row = event.target.closest?.("tr[data-page]"), mark = event.target.closest?.("rect");
  if (row && row.dataset.page === shown) markOf(Number(row.id.slice(1)))?.classList.toggle("seen", on);
  if (mark) document.getElementById("L" + mark.dataset.line)?.classList.toggle("seen", on);
}

// Files that are chosen or dropped become sources, one after the other.
const upload = document.querySelector(".upload");

async function send(files) {
  const status = upload.querySelector("[role=status]");
  let failed = false;
  for (const file of files) {
    status.textContent = file.name + " …";
    const to = `/api/v2/profiles/${encodeURIComponent(upload.dataset.profile)}/sources/content?path=${encodeURIComponent(file.name)}`;
    try {
      const answer = await fetch(to, { method: "PUT", credentials: "same-origin", headers: { "Content-Type": "application/octet-stream", "If-None-Match": "*" }, body: file });
      const problem = answer.ok ? {} : await answer.json().catch(() => ({}));
      status.textContent = file.name + (answer.ok ? " " + upload.dataset.done : ": " + (problem.detail || answer.statusText));
      failed ||= !answer.ok;
    } catch {
      status.textContent = upload.dataset.lost;
      failed = true;
    }
    if (failed) return; // the message stays
  }
  location.reload();
}

if (upload) {
  upload.hidden = false;
  upload.querySelector("input").addEventListener("change", (event) => send(event.target.files));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    send(event.dataTransfer.files);
  });
}

addEventListener("hashchange", follow);
if (sheet) {
  addEventListener("pointerover", (event) => beside(event, true));
  addEventListener("pointerout", (event) => beside(event, false));
}
follow();
document.querySelector(".list [aria-current]")?.scrollIntoView({ block: "nearest" });
