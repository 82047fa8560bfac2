import { createServer } from "node:http";
import { createMcpHttp, type McpHttpOptions } from "../../src/faces/mcp/http.ts";
import { firstCount, UNCOUNTED } from "../../src/limits/first-count.ts";
import { fixtureDispatch } from "./messages.ts";

/** Starts the endpoint over the fixtures on a free port of loopback. */
export async function startFixtureServer(options: Partial<McpHttpOptions> & { testTools?: boolean } = {}) {
  const { dispatch, log } = fixtureDispatch({ testTools: options.testTools ?? false });
  const handler = createMcpHttp({
    dispatch,
    log,
    take: () => firstCount(() => UNCOUNTED, [], ""),
    clientAddress: (request) => request.socket.remoteAddress ?? null,
    baseUrl: "http://localhost:3000",
    allowedOrigins: [],
    listensOn: "127.0.0.1",
    ...options,
  });
  const server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}/api/mcp`,
    log,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
