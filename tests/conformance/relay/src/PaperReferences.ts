import { graphql } from "relay-runtime";

graphql`
  fragment PaperReferences_paper on Paper {
    references(first: 50) { edges { node { id title year } } }
    transitiveReferences(maxDepth: 2, first: 5) { truncated edges { depth chain { id title } node { id } } }
  }
`;
