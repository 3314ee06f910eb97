// The rules that @graphql-eslint has for schemas: recommended and Relay's, each exception with its reason.
import graphql from "@graphql-eslint/eslint-plugin";

const rules = {
  ...graphql.configs["flat/schema-recommended"].rules,
  ...graphql.configs["flat/schema-relay"].rules,
  // Values that have no identity of their own: what stands on a relationship, a date as one source states it, a group.
  "@graphql-eslint/strict-id-in-types": [
    "error",
    {
      exceptions: {
        types: process.env.VALUE_TYPES.split(","),
        suffixes: ["Connection", "Edge"],
      },
    },
  ],
  // Connections have `nodes` beside `edges`, and other lists are of whole things.
  "@graphql-eslint/relay-edge-types": [
    "error",
    { withEdgeSuffix: true, shouldImplementNode: true, listTypeCanWrapOnlyEdgeType: false },
  ],
  // The printer writes the directive @oneOf, which is GraphQL's own, without a description.
  "@graphql-eslint/require-description": ["error", { types: true, rootField: true }],
  // Load.loader is who loaded: the word begins like its type by chance.
  "@graphql-eslint/no-typename-prefix": "off",
};

export default [
  {
    files: ["**/*.graphql"],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: process.env.SCHEMA } },
    },
    plugins: { "@graphql-eslint": graphql },
    rules,
  },
];
