import { graphql } from "relay-runtime";

graphql`
  query AnythingQuery($id: ID!, $ids: [ID!]!) {
    node(id: $id) { id __typename ...AnythingCard_node }
    nodes(ids: $ids) { id ...AnythingCard_node }
  }
`;

graphql`
  fragment AnythingCard_node on Node {
    __typename
    id
    ... on Paper { title }
    ... on Researcher { name }
  }
`;
