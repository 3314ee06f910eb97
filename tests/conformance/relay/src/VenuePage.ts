import { graphql } from "relay-runtime";

graphql`
  query VenuePageQuery($acl: String!) {
    venue(by: { acl: $acl }) {
      id
      name
      volumes(first: 5) { edges { node { id title year editors(first: 3) { edges { position node { id name } } } } } }
      papers(first: 5) { totalCount edges { pages node { id title } } }
    }
  }
`;
