import { graphql } from "relay-runtime";

graphql`
  query CompareQuery($one: ID!, $other: ID!) {
    one: researcher(by: { id: $one }) { id name paperCount citationCount hIndex countsByYear { year paperCount } }
    other: researcher(by: { id: $other }) { id name paperCount citationCount hIndex countsByYear { year paperCount } }
  }
`;
