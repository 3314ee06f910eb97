import { defineConfig } from "vite";

export default defineConfig({
  base: "/graphiql/", // index.html is served at /graphql, everything that it names under /graphiql/
  build: {
    outDir: "dist",
    assetsInlineLimit: 0, // a worker or font is a file of ours, never a data: address
    chunkSizeWarningLimit: 8000, // Monaco is what it is, and comes from the same machine
    reportCompressedSize: false,
  },
  worker: { format: "es" },
  logLevel: "error", // dozens of "use client" notes of the parts are not news
});
