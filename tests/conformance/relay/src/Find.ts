import { graphql } from "relay-runtime";

graphql`
  query FindQuery($text: String!, $kinds: [EntityKind!]) {
    ...Find_query @arguments(text: $text, kinds: $kinds)
  }
`;

graphql`
  fragment Find_query on Query
  @refetchable(queryName: "FindMoreQuery")
  @argumentDefinitions(
    first: { type: "Int", defaultValue: 10 }
    after: { type: "String" }
    text: { type: "String!" }
    kinds: { type: "[EntityKind!]" }
  ) {
    search(query: $text, kinds: $kinds, first: $first, after: $after) @connection(key: "Find_search") {
      truncated
      edges {
        score
        node {
          __typename
          id
          ... on Paper { title year }
          ... on Researcher { name paperCount }
          ... on Institution { name country }
          ... on Topic { code name }
          ... on Venue { name acronym }
        }
      }
    }
  }
`;
