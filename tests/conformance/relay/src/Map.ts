import { graphql } from "relay-runtime";

graphql`
  query MapQuery($centers: [ID!]!) {
    researchMap(around: $centers, first: 5) {
      truncated
      centers { id __typename }
      nodes { id __typename ... on Researcher { name } ... on Paper { title } ... on Topic { name } }
      edges { from to kind weight relevance }
    }
  }
`;
