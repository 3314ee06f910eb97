import { graphql } from "relay-runtime";

graphql`
  query PaperPageQuery($doi: String!, $withAbstract: Boolean!) {
    paper(by: { doi: $doi }) {
      id
      ...PaperLine_paper
      abstract @include(if: $withAbstract)
      dates { value precision kind source }
      topics { edges { score primary node { id code name } } }
      similarPapers(first: 5) { score reasons { kind count score } paper { id ...PaperLine_paper } }
      ...PaperCitations_paper
      ...PaperReferences_paper
    }
  }
`;
