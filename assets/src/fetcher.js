// Sends a request of GraphiQL to the server of this page: queries and mutations with fetch, subscriptions over WebSocket.
import { getOperationAST, OperationTypeNode, parse } from "graphql";
import { authorization } from "./access_token.js";
import { csrfHeader } from "./session.js";
import { subscribe } from "./subscriptions.js";

const ACCEPT = "application/graphql-response+json, application/json;q=0.9";

export async function fetcher(request, options) {
  // headers of the editor replace the access token, and an access token replaces the session
  const headers = new Headers({ ...authorization() });
  for (const [name, value] of Object.entries(options?.headers ?? {})) headers.set(name, value);
  if (isSubscription(request)) return subscribe(request, headers.get("authorization"));
  const session = headers.has("authorization") ? {} : await csrfHeader();
  for (const [name, value] of Object.entries({ "content-type": "application/json", accept: ACCEPT, ...session })) {
    if (!headers.has(name)) headers.set(name, value);
  }
  const response = await fetch("/graphql", { method: "POST", headers, body: JSON.stringify(request) });
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The server returned status ${response.status} without JSON: ${text.slice(0, 200)}`);
  }
}

// The server explains a document with a syntax error, or with several operations and no name.
function isSubscription({ query, operationName }) {
  try {
    return getOperationAST(parse(query), operationName)?.operation === OperationTypeNode.SUBSCRIPTION;
  } catch {
    return false;
  }
}
