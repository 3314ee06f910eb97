// Runs the audits that graphql-http has for any GraphQL server: `node audit.mjs URL`. Prints what each found, as JSON.
import { serverAudits } from "graphql-http";

const audits = serverAudits({ url: process.argv[2], fetchFn: fetch });
const found = [];
for (const audit of audits) {
  const { id, name, status, reason } = await audit.fn();
  found.push({ id, name, status, reason: reason ?? null });
}
console.log(JSON.stringify(found));
