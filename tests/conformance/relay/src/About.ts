import { graphql } from "relay-runtime";

graphql`
  query AboutQuery {
    meta { version dataVersion counts { name count } loads { loader startedAt } licenses { license paperCount } }
  }
`;
