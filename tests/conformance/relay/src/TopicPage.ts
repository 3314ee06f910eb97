import { graphql } from "relay-runtime";

graphql`
  query TopicPageQuery($code: String!) {
    topic(by: { code: $code }) {
      id
      name
      broader { id name }
      descendants(first: 20) { truncated edges { depth node { id name } } }
      researchers(first: 10) { edges { paperCount node { id name hIndex } } }
      papers(first: 10) { edges { score node { id ...PaperLine_paper } } }
    }
  }
`;
