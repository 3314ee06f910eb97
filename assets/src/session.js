// The session of the sign-in with OpenID Connect, as GET /auth/session returns it, and its place in the header of the page.
const SIGN_IN = "/auth/sign-in?next=/graphql";
const MAX_AGE_MS = 1000; // requests that start together share an answer

const account = document.getElementById("account");
const message = document.getElementById("session-message");

let session = { name: null, csrfToken: null, canSignIn: false };
let loading = null;
let loadedAt = -Infinity;

// Returns the session, or the last known one if the server does not answer: the request itself then shows the error.
export function currentSession() {
  if (performance.now() - loadedAt > MAX_AGE_MS) {
    loadedAt = performance.now();
    loading = load();
  }
  return loading;
}

// Returns the header that a POST with the session's cookie needs. Another tab may have ended or replaced the session.
export async function csrfHeader() {
  const { csrfToken } = await currentSession();
  return csrfToken ? { "x-csrf-token": csrfToken } : {};
}

// Shows the session in the header; `onSignOut` is called after a sign-out with the button.
export function showSession(onSignOut) {
  account.addEventListener("click", async (event) => {
    if (event.target.tagName === "BUTTON") await signOut(event.target, onSignOut);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) currentSession();
  });
  return currentSession();
}

async function load() {
  const { name } = session;
  try {
    const response = await fetch("/auth/session", { headers: { accept: "application/json" } });
    if (response.ok) session = await response.json();
  } catch {
    return session;
  }
  if (session.name) message.textContent = "";
  else if (name) message.textContent = "Your session has ended. Sign in again to use your account.";
  render();
  return session;
}

async function signOut(button, onSignOut) {
  button.disabled = true;
  try {
    const headers = await csrfHeader();
    if (!session.name) return; // the session has ended meanwhile, and the page says so
    const response = await fetch("/auth/sign-out", { method: "POST", headers });
    if (!response.ok) throw new Error((await response.text()).slice(0, 200));
    session = { ...session, name: null, csrfToken: null };
    loadedAt = -Infinity;
    message.textContent = "You have signed out.";
    render();
    onSignOut();
    account.querySelector("a")?.focus();
  } catch (error) {
    message.textContent = `The sign-out failed: ${error.message}`;
    button.disabled = false;
  }
}

// Without a provider and without a session, the header has neither a link nor a name.
function render() {
  const parts = [];
  if (session.name) {
    const name = Object.assign(document.createElement("b"), { textContent: session.name, title: "Your account" });
    parts.push(name, Object.assign(document.createElement("button"), { type: "button", textContent: "Sign out" }));
  } else if (session.canSignIn) {
    parts.push(Object.assign(document.createElement("a"), { href: SIGN_IN, textContent: "Sign in" }));
  }
  if (account.textContent !== parts.map((part) => part.textContent).join("")) account.replaceChildren(...parts);
  account.hidden = parts.length === 0;
}
