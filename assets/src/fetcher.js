// Sends a request of GraphiQL to the server of this page, with the access token of the header, and returns the response.
const ACCEPT = "application/graphql-response+json, application/json;q=0.9";
const TOKEN_KEY = "byline:accessToken";

const tokenField = document.getElementById("access-token");
tokenField.value = sessionStorage.getItem(TOKEN_KEY) ?? "";
tokenField.addEventListener("input", () => sessionStorage.setItem(TOKEN_KEY, tokenField.value.trim()));

function authorization() {
  const token = tokenField.value.trim();
  return token ? { authorization: `Bearer ${token}` } : {};
}

export async function fetcher(request, options) {
  const response = await fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", accept: ACCEPT, ...authorization(), ...options?.headers },
    body: JSON.stringify(request),
  });
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The server returned status ${response.status} without JSON: ${text.slice(0, 200)}`);
  }
}
