import { graphql } from "relay-runtime";

graphql`
  query MapQuery($centerId: ID!) {
    researchMap(centerId: $centerId, perKind: 5) {
      truncated
      center { id __typename }
      nodes { id __typename ... on Researcher { name } ... on Paper { title } ... on Topic { label } }
      edges { from to type weight }
    }
  }
`;
