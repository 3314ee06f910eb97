import { graphql } from "relay-runtime";

graphql`
  fragment ProfilePapers_researcher on Researcher
  @refetchable(queryName: "ProfilePapersMoreQuery")
  @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" }, since: { type: "Int" }) {
    papers(first: $first, after: $after, where: { year: { gte: $since } })
      @connection(key: "ProfilePapers_papers", filters: ["where"]) {
      totalCount
      edges { position nameAsWritten node { id title year ...PaperLine_paper } }
    }
  }
`;
