import { graphql } from "relay-runtime";

graphql`
  query AboutQuery {
    meta { version dataVersion counts { name count } loads { loader startedAt } licences { licence papers } }
  }
`;
