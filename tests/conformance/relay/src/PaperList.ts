import { graphql } from "relay-runtime";

graphql`
  query PaperListQuery($where: PaperFilter, $orderBy: [PaperOrder!]) {
    ...PaperList_query @arguments(where: $where, orderBy: $orderBy)
  }
`;

graphql`
  fragment PaperList_query on Query
  @refetchable(queryName: "PaperListMoreQuery")
  @argumentDefinitions(
    first: { type: "Int", defaultValue: 20 }
    after: { type: "String" }
    where: { type: "PaperFilter" }
    orderBy: { type: "[PaperOrder!]" }
  ) {
    papers(first: $first, after: $after, where: $where, orderBy: $orderBy) @connection(key: "PaperList_papers") {
      totalCount
      edges { node { id ...PaperLine_paper } }
    }
  }
`;
