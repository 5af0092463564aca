// A link to a line that is on another page of the source goes there.
const line = () => /^#L(\d+)$/.exec(location.hash);

function follow() {
  const found = line();
  if (!found || document.getElementById(location.hash.slice(1))) return;
  const to = new URL(location.href);
  if (to.searchParams.get("line") === found[1]) return; // the server knows no such line
  to.searchParams.set("line", found[1]);
  location.replace(to);
}

addEventListener("hashchange", follow);
follow();
document.querySelector(".list [aria-current]")?.scrollIntoView({ block: "nearest" });
