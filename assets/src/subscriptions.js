// Subscriptions over WebSocket, by the protocol graphql-transport-ws. The browser sends the session's cookie in the handshake.
import { createClient } from "graphql-ws";
import { currentSession } from "./session.js";

const running = new Set();

// Returns an observable of the results. Each subscription has a connection, because the access token may change.
export function subscribe(request, authorization) {
  return {
    subscribe(observer) {
      let connected = false;
      const client = createClient({
        url: Object.assign(new URL("/graphql", location.href), { protocol: location.protocol.replace("http", "ws") }).href,
        connectionParams: authorization ? { authorization } : undefined,
        shouldRetry: () => connected, // connect again only to a server that has accepted the client before
        on: { connected: () => (connected = true) },
      });
      const end = () => {
        running.delete(fail);
        client.dispose();
        currentSession(); // the session may have ended
      };
      const fail = (error) => {
        end();
        observer.error(toErrors(error));
      };
      running.add(fail);
      const unsubscribe = client.subscribe(request, {
        next: (result) => observer.next(result),
        error: (error) => running.has(fail) && fail(error),
        complete: () => {
          if (!running.has(fail)) return; // `fail` or `unsubscribe` has ended it
          end();
          observer.complete();
        },
      });
      return {
        unsubscribe() {
          running.delete(fail);
          unsubscribe();
          client.dispose();
        },
      };
    },
  };
}

// Ends all running subscriptions with an error.
export function endSubscriptions(reason) {
  for (const fail of [...running]) fail(new Error(reason));
}

// Returns errors as in a response: those of the server, or the reason why the connection ended.
function toErrors(error) {
  if (Array.isArray(error)) return error;
  if (typeof error?.code !== "number") return [{ message: error instanceof Error ? error.message : "The WebSocket failed." }];
  const reason = error.reason || "no reason given; the server is down, or it has no subscriptions (BYLINE_SUBSCRIPTIONS=0)";
  return [{ message: `The WebSocket was closed with code ${error.code}: ${reason}` }];
}
