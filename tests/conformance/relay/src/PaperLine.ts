import { graphql } from "relay-runtime";

graphql`
  fragment PaperLine_paper on Paper {
    title
    year
    kind
    openAccess
    venue { name acronym }
    authors(first: 3) { totalCount edges { position node { name } } }
  }
`;
