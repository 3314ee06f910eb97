import { graphql } from "relay-runtime";

graphql`
  query InstitutionPageQuery($ror: String!) {
    institution(by: { ror: $ror }) {
      id
      name
      country
      ancestors { edges { depth node { id name } } }
      researchers(first: 10) { edges { since until node { id name } } }
      papers(first: 10) { totalCount edges { positions node { id title } } }
    }
  }
`;
