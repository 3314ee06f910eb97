import { graphql } from "relay-runtime";

graphql`
  query DashboardQuery($year: Int!) {
    newest: papers(first: 5, where: { year: { gte: $year } }) { nodes { id title } }
    mostCited: papers(first: 5, orderBy: [{ field: CITATION_COUNT }, { field: TITLE }]) { nodes { id title citationCount } }
    busiest: researchers(first: 5, orderBy: [{ count: { papers: { node: { year: { gte: $year } } } } }]) { nodes { id name } }
    topics(first: 5, orderBy: [{ field: PAPER_COUNT }]) { nodes { id name paperCount } }
    institutions(first: 5, where: { papers: { count: { gte: 2 } } }) { nodes { id name } }
    venues(first: 5) { nodes { id name } }
  }
`;
