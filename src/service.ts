import { type Context, Hono } from "hono";
import { type Call, createCall } from "./capabilities/calling/call.ts";
import { capabilities } from "./capabilities/index.ts";
import type { Config } from "./config.ts";
import { createMcpDispatch } from "./faces/mcp/dispatch.ts";
import { createMcpHttp } from "./faces/mcp/http.ts";
import { instructions, serverInfo } from "./faces/mcp/introduction.ts";
import { createRest } from "./faces/rest/rest.ts";
import { createWeb } from "./faces/web/web.ts";
import { createHttpServer, type Listening, listen } from "./http-server.ts";
import { startSnapshotCheck } from "./jobs/check-snapshot.ts";
import { startSnapshotFetch } from "./jobs/fetch-snapshot.ts";
import { startFeedRefresh } from "./jobs/refresh-feeds.ts";
import { loadLimits } from "./knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "./knowledge/load.ts";
import { createClientAddress } from "./limits/client-address.ts";
import { createMetrics, listenForMetrics } from "./metrics.ts";
import { VERSION } from "./version.ts";
import { type Environment, openLimiter, openServices } from "./wiring/open-services.ts";

/** The running whole. */
export interface Service {
  readonly call: Call;
  /** Answers a REST or page request without a port. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Listens where the settings say, with the metrics on their own port. Stopping closes the service. */
  start(): Promise<Listening>;
  close(): Promise<void>;
}

/** The one place where capabilities, faces, limits, metrics and jobs are connected. */
export async function createService(config: Config, environment: Environment): Promise<Service> {
  const { log } = environment;
  const { baseUrl } = config;
  const limitRules = loadLimits(KNOWLEDGE_DIR, config.limitsFile);
  const opened = await openServices(config, environment);
  const { services } = opened;
  const limiter = await openLimiter(config, environment, limitRules);
  const metrics = createMetrics({
    holdings: services.registers.holdings,
    liveSources: services.registers.liveSources,
    citationsFailed: opened.citationsFailed,
    snapshot: services.registers.snapshot,
    countsAlone: () => limiter.degraded === "not_shared",
  });
  const call = metrics.observe(createCall(opened, limiter));
  const addressOf = createClientAddress(config.trustProxy);

  const mcp = createMcpHttp({
    dispatch: createMcpDispatch({
      capabilities,
      call,
      serverInfo: serverInfo(baseUrl, VERSION),
      instructions,
      log,
      testTools: config.mcpTestTools,
    }),
    take: (address) => limiter.take(["mcp_endpoint"], address),
    clientAddress: ({ socket, headers }) => addressOf(socket.remoteAddress, single(headers["x-forwarded-for"])),
    baseUrl,
    allowedOrigins: config.allowedOrigins,
    listensOn: config.host,
    log,
  });

  // Without a socket the request came from inside the process: a test, or a page that is rendered at start.
  const clientAddress = (context: Context): string =>
    addressOf(context.env?.incoming?.socket?.remoteAddress ?? "127.0.0.1", context.req.header("x-forwarded-for"));
  const rest = createRest({ capabilities, call, baseUrl, clientAddress, version: VERSION, limitRules, log });
  const web = createWeb({
    call,
    capabilities,
    limits: limitRules,
    openapi: rest.openapi,
    clientAddress,
    baseUrl,
    version: VERSION,
    log,
  });

  const app = new Hono();
  app.get("/healthz", (context) => context.json({ alive: true }));
  app.get("/readyz", (context) => {
    const ready = services.registers.holdings().length > 0;
    // An instance that waits for its first snapshot answers from the sample and the live registers: it is ready.
    const { origin, health, fetching } = services.registers.snapshot();
    const isWaiting = fetching !== null && origin !== "fetch" && fetching.lastSuccessAt === null;
    const fetched = isWaiting ? "waiting" : (fetching?.lastFailure ?? "ok");
    const snapshot = health === "ok" ? fetched : health;
    return context.json({ ready, limits: limiter.degraded ?? "ok", snapshot }, ready ? 200 : 503);
  });
  app.all("/api/*", (context) => rest.app.fetch(context.req.raw, context.env));
  app.route("/", web);

  async function close(): Promise<void> {
    await limiter.close();
    opened.close();
  }

  /** The metrics beside the main port. A start that fails halfway leaves nothing open: the process must end. */
  async function listenBeside(main: Listening): Promise<Listening | undefined> {
    if (config.metricsPort === undefined) return undefined;
    try {
      return await listenForMetrics(metrics, config.metricsPort, config.host);
    } catch (cause) {
      await main.stop();
      throw cause;
    }
  }

  return {
    call,
    request: async (path, init) => app.request(path, init),
    start: async () => {
      // Counts must be those of the rules in force. Where nothing changed this only compares two versions.
      await opened.registers.refreshClasses().catch((cause: unknown) => {
        log.warn({ err: cause }, "the firms could not be classified anew; the next start tries again");
      });
      const main = await listen(createHttpServer(mcp, app), config.port, config.host);
      const side = await listenBeside(main);
      // An instance that must never call out reads no feeds either; `dosah feed refresh` still does when asked.
      const stopFeed =
        config.registers === "mirror"
          ? () => {}
          : startFeedRefresh({
              refreshDue: async () => {
                await services.feed.refresh({ force: false });
                return services.feed.nextAt();
              },
              now: () => environment.now().getTime(),
              random: Math.random,
              onError: (cause) => log.error({ err: cause }, "the feed could not be refreshed"),
            });
      const stopCheck = startSnapshotCheck(opened.registers.check);
      const { fetch } = opened.registers;
      const stopFetch =
        fetch === undefined
          ? undefined
          : startSnapshotFetch({
              ...fetch,
              random: Math.random,
              onError: (cause) => log.error({ err: cause }, "the register snapshot could not be looked for"),
            });
      return {
        port: main.port,
        stop: async () => {
          stopFeed();
          stopCheck();
          await Promise.all([main.stop(), side?.stop(), stopFetch?.()]);
          await close();
        },
      };
    },
    close,
  };
}

/** Several X-Forwarded-For lines count as one list. */
function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}
