// The answer to a question, while it comes. Without this script the form works, and
// the answer comes whole. What a model or a document says becomes text nodes alone.
const form = document.querySelector("form.ask");
const turns = document.getElementById("turns");
const stop = document.getElementById("stop");
const kept = "question " + location.pathname;

class Refused extends Error {}

const element = (name, className, text) => {
  const e = document.createElement(name);
  e.className = className;
  e.textContent = text ?? "";
  return e;
};

async function call(method, path, body, headers = {}) {
  const answer = await fetch(path, {
    method, credentials: "same-origin",
    headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.ok) return answer;
  if (answer.status === 401) throw new Refused(form.dataset.signin);
  const problem = await answer.json().catch(() => ({}));
  throw new Refused(problem.detail || answer.statusText);
}

// events reads a stream of server-sent events.
async function* events(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const field = Object.fromEntries(part.split("\n").map((l) => {
        const at = l.indexOf(": ");
        return [l.slice(0, at), l.slice(at + 2)];
      }));
      if (field.data) yield { id: field.id, name: field.event, data: JSON.parse(field.data) };
    }
  }
}

const encoder = new TextEncoder();

// cutEnd takes so many bytes of UTF-8 from the end of a text.
function cutEnd(text, bytes) {
  const all = encoder.encode(text);
  return new TextDecoder().decode(all.slice(0, Math.max(0, all.length - bytes)));
}

function newTurn(question) {
  const article = element("article", "turn");
  const answer = element("div", "answer");
  answer.setAttribute("aria-live", "polite");
  const status = element("p", "status faint", form.dataset.writing);
  status.setAttribute("role", "status");
  article.append(element("h2", "question", question), answer, status);
  turns.append(article);
  return article;
}

function wrong(article, text) {
  article.querySelector(".status")?.remove();
  const e = element("p", "wrong", text);
  e.setAttribute("role", "alert");
  article.append(e);
  e.scrollIntoView({ block: "nearest" });
}

// approval asks the person about a call of a tool.
function approval(article, data) {
  const box = element("div", "note");
  box.append(element("p", "", form.dataset.approve + " " + data.tool), element("pre", "", JSON.stringify(data.arguments, null, 2)));
  for (const [decision, text] of [["approve", form.dataset.allow], ["deny", form.dataset.deny]]) {
    const button = element("button", "", text);
    button.type = "button";
    button.addEventListener("click", async () => {
      try {
        await call("POST", "/api/v2/approvals/" + encodeURIComponent(data.id), { decision });
        box.remove();
      } catch (error) {
        wrong(article, error instanceof Refused ? error.message : form.dataset.lost);
      }
    });
    box.append(button, " ");
  }
  article.append(box);
  box.querySelector("button").focus();
}

// follow shows a turn until its end, and then the view that the server makes of it.
async function follow(article, session, stream) {
  const answer = article.querySelector(".answer"), status = article.querySelector(".status");
  let number = 0, over = false;
  answer.textContent = "";
  stop.hidden = false;
  stop.onclick = () => number && call("DELETE", `/api/v2/sessions/${session}/turns/${number}`).catch(() => {});
  try {
    for await (const { name, data } of events(stream)) {
      number = data.turn ?? number;
      if (name === "delta") answer.append(data.text);
      else if (name === "thought") answer.textContent = cutEnd(answer.textContent, data.bytes);
      else if (name === "tool" && data.name) status.textContent = form.dataset.tool + " " + data.name;
      else if (name === "notice") status.textContent = data.text;
      else if (name === "approval") approval(article, data);
      else if (name === "error") throw new Refused(data.detail);
      else if (name === "done") over = true;
    }
  } finally {
    stop.hidden = true;
  }
  if (!over) throw new Error("the stream broke off");
  sessionStorage.removeItem(kept);
  const to = new URL(form.dataset.base + "ask/" + session + "#turn-" + number, location.href);
  if (to.pathname === location.pathname) {
    history.replaceState(null, "", to);
    location.reload();
  } else {
    location.assign(to);
  }
}

async function guarded(article, work) {
  const buttons = form.querySelectorAll("button:not([type=button]), textarea");
  buttons.forEach((b) => { b.disabled = true; });
  try {
    await work();
  } catch (error) {
    wrong(article, error instanceof Refused ? error.message : form.dataset.lost);
    buttons.forEach((b) => { b.disabled = false; });
    form.question.focus();
  }
}

async function send() {
  const question = form.question.value.trim();
  if (!question) return;
  sessionStorage.setItem(kept, question);
  const article = newTurn(question);
  await guarded(article, async () => {
    let session = form.session.value;
    if (!session) {
      const title = [...question.replace(/\s+/g, " ")].slice(0, 80).join("");
      const made = await call("POST", "/api/v2/sessions", { profile: form.dataset.profile, title });
      session = form.session.value = (await made.json()).id;
    }
    const stream = await call("POST", `/api/v2/sessions/${session}/messages`, { text: question, stream: true });
    await follow(article, session, stream);
  });
}

if (form) {
  form.question.value ||= sessionStorage.getItem(kept) ?? "";
  form.addEventListener("submit", (event) => { event.preventDefault(); send(); });
  form.question.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  const running = document.querySelector("article[data-running]");
  if (running) {
    const session = form.session.value;
    guarded(running, async () => follow(running, session, await call("GET", `/api/v2/sessions/${session}/turns/${running.dataset.running}/events`)));
  }
}
