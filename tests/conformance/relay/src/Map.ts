import { graphql } from "relay-runtime";

graphql`
  query MapQuery($center: ID!) {
    researchMap(center: $center, first: 5) {
      truncated
      center { id __typename }
      nodes { id __typename ... on Researcher { name } ... on Paper { title } ... on Topic { name } }
      edges { from to kind weight }
    }
  }
`;
