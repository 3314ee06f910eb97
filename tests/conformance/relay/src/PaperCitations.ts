import { graphql } from "relay-runtime";

graphql`
  fragment PaperCitations_paper on Paper
  @refetchable(queryName: "PaperCitationsMoreQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" }) {
    citedBy(first: $first, after: $after, orderBy: [{ field: CITATION_COUNT }]) @connection(key: "PaperCitations_citedBy") {
      totalCount
      edges { sources node { id title citationCount } }
    }
  }
`;
