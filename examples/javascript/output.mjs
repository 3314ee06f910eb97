// Plain text of the pages, and errors in one line. A front end has components instead.

export const ENDPOINT = `${process.env.BYLINE_URL ?? "http://127.0.0.1:8000"}/graphql`;

let requests = 0;

/** Send a request as `fetch` does, and count it. */
export function countingFetch(...request) {
  requests += 1;
  return fetch(...request);
}

export function printRequestCount() {
  console.log(`\n${requests} requests for four pages and further papers of a list.`);
}

const listItem = ({ title, year, citationCount }) => `  ${year ?? "no year"} ${title} (${citationCount} citations)`;
const names = ({ nodes }) => nodes.map(({ name }) => name).join(", ");

export function printResearcher({ researcher }) {
  requireEntity(researcher, "researcher");
  const { name, paperCount, hIndex, trust, closeCollaborators, papers } = researcher;
  console.log(`${name}: ${paperCount} papers, h-index ${hIndex}, ${trust.label}`);
  for (const edge of closeCollaborators.edges) console.log(`  ${edge.paperCount} joint papers with ${edge.node.name}`);
  for (const { node } of papers.edges) console.log(listItem(node));
}

export function printPaper({ paper }) {
  requireEntity(paper, "paper");
  const { title, publishedOn, authors, topics, referencesKnown, references } = paper;
  console.log(`\n${title}`);
  console.log(`  ${publishedOn ?? "no date"}, ${authors.totalCount} authors: ${names(authors)} and others`);
  console.log(`  topics: ${names(topics)}`);
  console.log(referencesKnown ? `  ${references.totalCount} references in the graph:` : "  references unknown");
  for (const node of references.nodes) console.log(`  ${listItem(node)}`);
}

export function printAuthorPapers({ researcher }) {
  requireEntity(researcher, "researcher");
  const { edges, totalCount } = researcher.papers;
  console.log(`\n${edges.length} of ${totalCount} papers of ${researcher.name}:`);
  for (const { node } of edges) console.log(listItem(node));
}

export function printPreprint({ paper }) {
  requireEntity(paper, "preprint");
  console.log(`\n${paper.title} (${paper.kind}, ${paper.manifestations.length} versions) and similar papers:`);
  for (const { score, reasons, paper: similar } of paper.similarPapers) {
    const counts = reasons.map(({ kind, count }) => `${kind.toLowerCase().replaceAll("_", " ")}: ${count}`);
    console.log(`${listItem(similar)}\n    score ${score}; ${counts.join(", ")}`);
  }
}

export function printCachedPaper({ paper }) {
  console.log(`\nFrom the cache, without a request:\n${listItem(paper)}`);
}

/** Reject a page without its entity: if the graph does not contain an ID, the field is null, and there is no error. */
function requireEntity(entity, name) {
  if (!entity) throw new Error(`The graph does not contain the ${name}. Load the sample with \`make demo\`.`);
}

/** Print an error of Apollo Client or urql in one line on stderr, and set the exit code. */
export function reportError(error) {
  const failure = error.networkError ?? error; // urql keeps the error of `fetch` in `networkError`
  const [first] = error.errors ?? error.graphQLErrors ?? []; // errors of GraphQL: Apollo Client, urql
  if (first) console.error(first.message);
  else if (failure instanceof TypeError && failure.cause) {
    const reason = failure.cause.message || failure.cause.code;
    console.error(`${ENDPOINT} does not respond: ${reason}. Start a server with \`make demo\`, or set BYLINE_URL.`);
  } else console.error(failure.message);
  process.exitCode = 1;
}
