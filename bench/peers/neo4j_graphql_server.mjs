// @neo4j/graphql as its manual has it: type definitions, the generated schema, yoga in production mode.
import { createServer } from "node:http";
import { Neo4jGraphQL } from "@neo4j/graphql";
import { createYoga } from "graphql-yoga";
import neo4j from "neo4j-driver";

const typeDefs = `#graphql
type Researcher @node {
  id: ID!
  ord: String!
  name: String!
  paperCount: Int!
  topicCount: Int!
  collaboratorCount: Int!
  papers: [Paper!]! @relationship(type: "AUTHORED", direction: OUT, properties: "Authored")
  collaborators: [Researcher!]!
    @relationship(type: "COLLABORATED_WITH", direction: OUT, queryDirection: UNDIRECTED, properties: "Collaborated")
}
type Paper @node {
  id: ID!
  ord: String!
  title: String!
  year: Int
  doi: String
  publishedOn: String
  citationCount: Int!
  authors: [Researcher!]! @relationship(type: "AUTHORED", direction: IN, properties: "Authored")
  topics: [Topic!]! @relationship(type: "ABOUT", direction: OUT, properties: "About")
  references: [Paper!]! @relationship(type: "CITES", direction: OUT)
  citedBy: [Paper!]! @relationship(type: "CITES", direction: IN)
}
type Topic @node {
  id: ID!
  code: String!
  name: String!
}
type Authored @relationshipProperties {
  position: Int!
}
type About @relationshipProperties {
  position: Int!
}
type Collaborated @relationshipProperties {
  papers: Int!
}
type Query {
  paperByDoi(doi: String!): Paper @cypher(statement: "MATCH (p:Paper {doi: $doi}) RETURN p", columnName: "p")
  paperById(id: ID!): Paper @cypher(statement: "MATCH (p:Paper {id: $id}) RETURN p", columnName: "p")
  researcher(id: ID!): Researcher @cypher(statement: "MATCH (r:Researcher {id: $id}) RETURN r", columnName: "r")
}
`;

const { NEO4J_URI, NEO4J_USERNAME = "neo4j", NEO4J_PASSWORD, PORT } = process.env;
const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USERNAME, NEO4J_PASSWORD));
const schema = await new Neo4jGraphQL({ typeDefs, driver }).getSchema();
const yoga = createYoga({ schema, graphiql: false, logging: false, maskedErrors: false });
createServer(yoga).listen(Number(PORT), "127.0.0.1");
