import { graphql } from "relay-runtime";

graphql`
  query BulkQuery($dois: [String!]!) {
    papers(where: { doi: { in: $dois } }, first: 1000) { missing edges { node { id doi title } } }
  }
`;
