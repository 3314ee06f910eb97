// Subscribes with the clients of graphql-ws and graphql-sse: `node subscriptions.mjs URL TOKEN PAPER`. Prints JSON.
// The first connection ends after its first event; the client connects again, and resumes after the last cursor.
import { createClient as createSseClient } from "graphql-sse";
import { createClient as createWsClient } from "graphql-ws";
import WebSocket from "ws";

const [url, token, paper] = process.argv.slice(2);
const authorization = `Bearer ${token}`;
const DISCUSSION = `subscription ($paper: ID!, $after: String) {
  paperDiscussion(paperId: $paper, after: $after) { cursor comment { text } }
}`;
const ADD = `mutation ($paper: ID!, $text: String!) {
  addComment(input: { paperId: $paper, text: $text }) { comment { text } userErrors { message } }
}`;

/** Return the first results of an operation, and end it. */
async function take(client, payload, count) {
  const results = [];
  for await (const result of client.iterate(payload)) {
    results.push(result);
    if (results.length === count) break;
  }
  return results;
}

const texts = (results) => results.map(({ data }) => data.paperDiscussion.comment.text);
const discussion = (after) => ({ query: DISCUSSION, variables: { paper, after } });

async function overWebSocket() {
  let sockets = 0;
  let open;
  const client = createWsClient({
    url: url.replace("http", "ws"),
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    lazy: false, // one connection for all operations
    onNonLazyError: () => {},
    retryAttempts: 3,
    shouldRetry: () => true,
    on: { connected: (socket) => { sockets += 1; open = socket; } },
  });
  const [viewer] = await take(client, { query: "{ viewer { name } }" }, 1);
  const [added] = await take(client, { query: ADD, variables: { paper, text: "over a socket" } }, 1);
  const first = await take(client, discussion("0"), 1);
  const missed = take(client, discussion(first[0].data.paperDiscussion.cursor), 1);
  await new Promise((resolve) => setTimeout(resolve, 300));
  open.terminate(); // as a lost network: no close frame
  await take(client, { query: ADD, variables: { paper, text: "after the break" } }, 1);
  const resumed = texts(await missed);
  const errors = await take(client, { query: "subscription { nothing }" }, 1).catch((error) => error);
  await client.dispose();
  return {
    viewer: viewer.data.viewer.name,
    userErrors: added.data.addComment.userErrors,
    first: texts(first),
    resumed,
    sockets,
    code: errors[0].extensions.code,
  };
}

async function overEvents() {
  const client = createSseClient({ url, headers: { authorization } });
  const first = await take(client, discussion("0"), 2);
  const [viewer] = await take(client, { query: "{ viewer { name } }" }, 1);
  client.dispose();
  return { viewer: viewer.data.viewer.name, first: texts(first) };
}

async function withWrongToken() {
  const client = createWsClient({
    url: url.replace("http", "ws"),
    webSocketImpl: WebSocket,
    connectionParams: { authorization: "Bearer byline_wrong" },
    retryAttempts: 0,
  });
  return take(client, discussion("0"), 1).then(() => "no error", (event) => event.code);
}

const found = { webSocket: await overWebSocket(), events: await overEvents(), wrongToken: await withWrongToken() };
console.log(JSON.stringify(found));
