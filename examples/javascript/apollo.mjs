// Prints four pages of a front end with Apollo Client. Usage: node apollo.mjs [ARXIV_ID_OF_PREPRINT]
import { ApolloClient, HttpLink, InMemoryCache, gql } from "@apollo/client";
import { relayStylePagination } from "@apollo/client/utilities";
import * as output from "./output.mjs";
import * as pages from "./pages.mjs";

const cache = new InMemoryCache({
  // `possibleTypes` is unnecessary here: all fragments of pages.mjs are on object types. Without it, Apollo Client
  // omits the fields of a fragment on an interface, such as `... on Node { name }`. Section 7 of
  // docs/graphql-tutorial.md requests it from the server.
  typePolicies: {
    Query: {
      fields: {
        // Look up a paper by its Byline ID in the cache. The client sends a request only if a field is missing.
        paper: (known, { args, toReference }) =>
          known === undefined && args.by.id ? toReference({ __typename: "Paper", id: args.by.id }) : known,
      },
    },
    Researcher: {
      fields: {
        // Append further pages to the list. Each filter and each order has its own list.
        papers: relayStylePagination(["where", "orderBy"]),
      },
    },
  },
});
const client = new ApolloClient({ cache, link: new HttpLink({ uri: output.ENDPOINT, fetch: output.countingFetch }) });

/** Return the data of a query, from the cache or else from the server. */
async function load(document, variables) {
  const { data } = await client.query({ query: gql(document), variables });
  return data;
}

async function main() {
  const { researcher, paper } = pages.VARIABLES;
  const preprint = process.argv[2] ? { arxiv: process.argv[2] } : pages.VARIABLES.preprint;
  output.printResearcher(await load(pages.RESEARCHER_PAGE, researcher));
  output.printPaper(await load(pages.PAPER_PAGE, paper));

  const firstPage = await load(pages.AUTHOR_PAPERS, researcher);
  output.printAuthorPapers(firstPage);
  // Use `fetchMore`: the cache has one list for all values of `after`, and answers `query` with it, without a request.
  const query = { query: gql(pages.AUTHOR_PAPERS), variables: researcher };
  const { endCursor } = firstPage.researcher.papers.pageInfo;
  await client.watchQuery(query).fetchMore({ variables: { after: endCursor } });
  const bothPages = client.readQuery(query); // `useQuery` of React returns this data in the next render
  output.printAuthorPapers(bothPages);

  output.printPreprint(await load(pages.PREPRINT_PAGE, preprint));
  const { id } = bothPages.researcher.papers.edges.at(-1).node;
  output.printCachedPaper(await load(pages.LISTED_PAPER, { id }));
  output.printRequestCount();
}

await main().catch(output.reportError);
client.stop();
