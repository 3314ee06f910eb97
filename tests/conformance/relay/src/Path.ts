import { graphql } from "relay-runtime";

graphql`
  query PathQuery($from: [ID!]!, $to: [ID!]!) {
    collaborationPaths(from: $from, to: $to, first: 3, maxLength: 4) {
      degreesOfSeparation
      reason
      paths {
        length
        people { id name }
        hops { paperCount from { id } to { id } papers { id title year } }
      }
    }
  }
`;
