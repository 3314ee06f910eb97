// Prints four pages of a front end with urql. Usage: node urql.mjs [ARXIV_ID_OF_PREPRINT]
import { Client, fetchExchange } from "@urql/core";
import { cacheExchange } from "@urql/exchange-graphcache";
import { relayPagination } from "@urql/exchange-graphcache/extras";
import * as output from "./output.mjs";
import * as pages from "./pages.mjs";

const noKey = () => null;
const cache = cacheExchange({
  // Types without `id` are stored in their parent. Without this line, urql prints a warning for each of them.
  keys: { Manifestation: noKey, SimilarPaper: noKey, SimilarityReason: noKey, Trust: noKey },
  resolvers: {
    Query: {
      // Look up a paper by its Byline ID in the cache. The client sends a request only if a field is missing.
      paper(parent, args, cache, info) {
        const known = cache.resolve(parent, info.fieldName, args);
        return known === undefined && args.by.id ? { __typename: "Paper", id: args.by.id } : known;
      },
    },
    // Append further pages to the list. Each filter and each order has its own list.
    Researcher: { papers: relayPagination() },
  },
});
const client = new Client({
  url: output.ENDPOINT,
  fetch: output.countingFetch,
  exchanges: [cache, fetchExchange],
  preferGetMethod: false, // GET would put documents into the logs of proxies
});

/** Return the data of a query, from the cache or else from the server. */
async function load(document, variables) {
  const { data, error } = await client.query(document, variables);
  if (error) throw error;
  return data;
}

async function main() {
  const { researcher, paper } = pages.VARIABLES;
  const preprint = process.argv[2] ? { arxiv: process.argv[2] } : pages.VARIABLES.preprint;
  output.printResearcher(await load(pages.RESEARCHER_PAGE, researcher));
  output.printPaper(await load(pages.PAPER_PAGE, paper));

  const firstPage = await load(pages.AUTHOR_PAPERS, researcher);
  output.printAuthorPapers(firstPage);
  const { endCursor } = firstPage.researcher.papers.pageInfo;
  const bothPages = await load(pages.AUTHOR_PAPERS, { ...researcher, after: endCursor });
  output.printAuthorPapers(bothPages);

  output.printPreprint(await load(pages.PREPRINT_PAGE, preprint));
  const { id } = bothPages.researcher.papers.edges.at(-1).node;
  output.printCachedPaper(await load(pages.LISTED_PAPER, { id }));
  output.printRequestCount();
}

await main().catch(output.reportError);
