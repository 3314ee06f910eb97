import { graphql } from "relay-runtime";

graphql`
  fragment ProfileHead_researcher on Researcher {
    name
    aliases
    headline
    claimed
    trust { score label evidence { kind points count } }
    affiliations { institution { id name } since until }
    openToCollaborate { value stated }
  }
`;
