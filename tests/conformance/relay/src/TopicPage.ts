import { graphql } from "relay-runtime";

graphql`
  query TopicPageQuery($code: String!) {
    topic(by: { code: $code }) {
      id
      label
      broader { id label }
      descendants(first: 20) { truncated edges { depth node { id label } } }
      researchers(first: 10) { edges { papers node { id name hIndex } } }
      papers(first: 10) { edges { score node { id ...PaperLine_paper } } }
    }
  }
`;
