// One question to /graphql of the server that the page came from; the answer, or an error that says what came instead.
const ACCEPT = "application/graphql-response+json, application/json;q=0.9";

export async function ask(question, options) {
  const response = await fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", accept: ACCEPT, ...options?.headers },
    body: JSON.stringify(question),
  });
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The server answered ${response.status} without JSON: ${text.slice(0, 200)}`);
  }
}
