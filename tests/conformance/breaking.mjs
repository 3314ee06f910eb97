// Tells by graphql-inspector what breaks clients between two schemas: `node breaking.mjs OLD NEW`. Prints JSON.
import { readFileSync } from "node:fs";
import { CriticalityLevel, diff } from "@graphql-inspector/core";
import { buildSchema } from "graphql";

const [older, newer] = process.argv.slice(2).map((path) => buildSchema(readFileSync(path, "utf8")));
const changes = await diff(older, newer);
const breaking = changes.filter((change) => change.criticality.level === CriticalityLevel.Breaking);
console.log(JSON.stringify(breaking.map((change) => ({ path: change.path ?? null, message: change.message }))));
