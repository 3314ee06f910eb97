import { graphql } from "relay-runtime";

graphql`
  query FacetsQuery($where: PaperFilter) {
    papers(where: $where) {
      totalCount
      years { year count }
      byTopic: groupBy(keys: [TOPIC], first: 10) { truncated groups { count keys { value node { id ... on Topic { name } } } } }
      byVenue: groupBy(keys: [VENUE, YEAR], first: 10) { groups { count avg(measure: CITATION_COUNT) keys { value } } }
    }
  }
`;
