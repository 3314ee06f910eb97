import { graphql } from "relay-runtime";

graphql`
  fragment ProfileHead_researcher on Researcher {
    name
    aliases
    headline
    claimed
    trust { score label evidence { kind points count } }
    affiliations { edges { since until node { id name } } }
    openToCollaborate { value stated }
  }
`;
