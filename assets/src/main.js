// The page at /graphql: GraphiQL with a few first questions, asking the server that it came from.
import "graphiql/setup-workers/vite";
import "graphiql/style.css";
import "@graphiql/plugin-explorer/style.css";
import "./page.css";
import { explorerPlugin } from "@graphiql/plugin-explorer";
import { HISTORY_PLUGIN } from "@graphiql/plugin-history";
import { GraphiQL } from "graphiql";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { ask } from "./ask.js";
import paper from "./questions/paper.graphql?raw";
import related from "./questions/related.graphql?raw";
import researcher from "./questions/researcher.graphql?raw";

const tabs = [paper, researcher, related].map((query) => ({ query: query.trim(), variables: null, headers: null }));

// The explorer builds a question by ticking what the schema offers; the history keeps what was asked, in this browser.
const plugins = [explorerPlugin(), HISTORY_PLUGIN];

createRoot(document.getElementById("graphiql")).render(
  createElement(
    GraphiQL,
    { fetcher: ask, plugins, defaultTabs: tabs, defaultQuery: paper.trim(), defaultEditorToolsVisibility: false },
    createElement(GraphiQL.Logo, null, createElement("a", { href: "/schema.graphql", title: "The schema as text" }, "Byline")),
  ),
);
