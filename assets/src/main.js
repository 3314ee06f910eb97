// The page at /graphql: GraphiQL with three example queries. The first runs when the page opens.
import "graphiql/setup-workers/vite";
import "graphiql/style.css";
import "@graphiql/plugin-explorer/style.css";
import "./page.css";
import { explorerPlugin } from "@graphiql/plugin-explorer";
import { HISTORY_PLUGIN } from "@graphiql/plugin-history";
import { useGraphiQL, useGraphiQLActions } from "@graphiql/react";
import { GraphiQL } from "graphiql";
import { createElement, Fragment, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { fetcher } from "./fetcher.js";
import { showSession } from "./session.js";
import { endSubscriptions } from "./subscriptions.js";
import paper from "./queries/paper.graphql?raw";
import researcher from "./queries/researcher.graphql?raw";
import similar from "./queries/similar.graphql?raw";

const tabs = [paper, researcher, similar].map((query) => ({ query: query.trim(), variables: null, headers: null }));

// The explorer builds a query from the fields of the schema; the history keeps sent queries in this browser.
const plugins = [explorerPlugin(), HISTORY_PLUGIN];

// Runs the first example as soon as the editors and the schema are ready, unless this browser kept another query.
function InitialRun() {
  const { run } = useGraphiQLActions();
  const isReady = useGraphiQL((state) => Boolean(state.queryEditor && state.responseEditor && state.schema));
  const isFirstExample = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.query === paper.trim());
  useEffect(() => {
    if (isReady && isFirstExample) run();
  }, [isReady]);
  return null;
}

const toolbar = ({ prettify, copy, merge }) =>
  createElement(Fragment, null, prettify, merge, copy, createElement(InitialRun));

showSession(() => endSubscriptions("The subscription has ended because you have signed out."));

createRoot(document.getElementById("graphiql")).render(
  createElement(
    GraphiQL,
    { fetcher, plugins, defaultTabs: tabs, defaultQuery: paper.trim(), defaultEditorToolsVisibility: false },
    createElement(GraphiQL.Logo, null, null),
    createElement(GraphiQL.Toolbar, null, toolbar),
  ),
);
