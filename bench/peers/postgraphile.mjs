// PostGraphile as its manual describes it: the Amber preset on Node's HTTP server, in production mode.
import { createServer } from "node:http";
import { postgraphile } from "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";

const port = Number(process.env.PORT);
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ["public"], poolConfig: { max: 10 } })],
  grafserv: { host: "127.0.0.1", port, graphqlPath: "/graphql", graphiql: false, websockets: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(port, "127.0.0.1");
