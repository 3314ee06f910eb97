// GraphQL documents of four pages, with variables for the sample. apollo.mjs and urql.mjs share them.
// The comments `/* GraphQL */` mark the documents for graphql-codegen and for editors.

/** Fields of a paper in a list. All pages select them, so that the cache has them, whichever page loaded the paper. */
const PAPER_ITEM = /* GraphQL */ `
  fragment PaperItem on Paper { id title year citationCount }
`;

/** Here `papers` has an order, so that both caches store it apart from the list of AUTHOR_PAPERS. */
export const RESEARCHER_PAGE = /* GraphQL */ `
  query ResearcherPage($acl: String!) {
    researcher(by: { acl: $acl }) {
      id
      name
      paperCount
      hIndex
      trust { score label }
      closeCollaborators(first: 3) { edges { paperCount node { id name } } }
      papers(first: 3, orderBy: [{ field: CITATION_COUNT }]) {
        edges { cursor node { ...PaperItem } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${PAPER_ITEM}
`;

export const PAPER_PAGE = /* GraphQL */ `
  query PaperPage($arxiv: String!) {
    paper(by: { arxiv: $arxiv }) {
      ...PaperItem
      abstract
      publishedOn
      url
      authors(first: 3) { totalCount nodes { id name } }
      topics(first: 5) { nodes { id name } }
      referencesKnown
      references(first: 3) { totalCount nodes { ...PaperItem } }
    }
  }
  ${PAPER_ITEM}
`;

/** Apollo Client appends further `edges`, but not `nodes`. It finds the place of a page by `cursor` and `pageInfo`. */
export const AUTHOR_PAPERS = /* GraphQL */ `
  query AuthorPapers($acl: String!, $after: String) {
    researcher(by: { acl: $acl }) {
      id
      name
      papers(first: 5, after: $after) {
        totalCount
        edges { cursor node { ...PaperItem } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${PAPER_ITEM}
`;

export const PREPRINT_PAGE = /* GraphQL */ `
  query PreprintPage($arxiv: String!) {
    paper(by: { arxiv: $arxiv }) {
      ...PaperItem
      kind
      manifestations { version date }
      similarPapers(first: 3) { score reasons { kind count } paper { ...PaperItem } }
    }
  }
  ${PAPER_ITEM}
`;

/** A paper of a list, by its Byline ID. The cache answers this query without a request. */
export const LISTED_PAPER = /* GraphQL */ `
  query ListedPaper($id: ID!) {
    paper(by: { id: $id }) { ...PaperItem }
  }
  ${PAPER_ITEM}
`;

/** Variables of the pages. */
export const VARIABLES = {
  researcher: { acl: "mohammad-shoeybi" },
  paper: { arxiv: "2104.04473" },
  preprint: { arxiv: "1909.08053" },
};
