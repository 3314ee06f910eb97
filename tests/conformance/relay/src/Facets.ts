import { graphql } from "relay-runtime";

graphql`
  query FacetsQuery($where: PaperWhere) {
    papers(where: $where) {
      totalCount
      years { year count }
      byTopic: groupBy(keys: [TOPIC], top: 10) { truncated groups { count keys { value node { id ... on Topic { label } } } } }
      byVenue: groupBy(keys: [VENUE, YEAR], top: 10) { groups { count avg(of: CITATIONS) keys { value } } }
    }
  }
`;
