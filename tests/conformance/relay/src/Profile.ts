import { graphql } from "relay-runtime";

graphql`
  query ProfileQuery($orcid: String!) {
    researcher(by: { orcid: $orcid }) {
      id
      ...ProfileHead_researcher
      ...ProfilePapers_researcher
      ...ProfileCollaborators_researcher
    }
  }
`;
