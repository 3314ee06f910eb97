import { graphql } from "relay-runtime";

graphql`
  fragment ProfileCollaborators_researcher on Researcher
  @refetchable(queryName: "ProfileCollaboratorsMoreQuery")
  @argumentDefinitions(last: { type: "Int", defaultValue: 5 }, before: { type: "String" }) {
    collaborators(last: $last, before: $before) @connection(key: "ProfileCollaborators_collaborators") {
      edges { paperCount firstYear lastYear node { id name closeCollaboratorCount } }
    }
  }
`;
