import { type Context, Hono } from "hono";
import { type Call, createCall } from "./capabilities/calling/call.ts";
import { identifyByKey } from "./capabilities/calling/identify-by-key.ts";
import { oncePerCaller } from "./capabilities/calling/principal.ts";
import { capabilities } from "./capabilities/index.ts";
import { readSecretsKey } from "./config/secrets-key.ts";
import type { Config } from "./config.ts";
import { createMcpDispatch } from "./faces/mcp/dispatch.ts";
import { createMcpHttp } from "./faces/mcp/http.ts";
import { instructions, serverInfo } from "./faces/mcp/introduction.ts";
import { createRest } from "./faces/rest/rest.ts";
import { createWeb, routes } from "./faces/web/web.ts";
import { createHttpServer, type HttpServerOptions, type Listening, listen } from "./http-server.ts";
import { startSnapshotCheck } from "./jobs/check-snapshot.ts";
import { startSnapshotFetch } from "./jobs/fetch-snapshot.ts";
import { followState } from "./jobs/follow-state.ts";
import { loadLimits } from "./knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "./knowledge/load.ts";
import { createClientAddress } from "./limits/client-address.ts";
import { createMetrics, listenForMetrics } from "./metrics.ts";
import { defaultHeaders } from "./response-headers.ts";
import { createRouteNames } from "./route-names.ts";
import { VERSION } from "./version.ts";
import { instanceName, openJobs } from "./wiring/open-jobs.ts";
import { type Environment, openLimiter, openServices } from "./wiring/open-services.ts";
import { startState } from "./wiring/open-state.ts";

/** A job under way has this long to end after a stop was asked for, in milliseconds. */
const JOBS_MS = 3_000;

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
  // Made at the first start, and a wrong one stops it.
  readSecretsKey(config);
  const opened = await openServices(config, environment);
  const { services } = opened;
  const limiter = await openLimiter(config, environment, limitRules);
  const jobs = openJobs(config, environment, opened);
  const metrics = createMetrics({
    holdings: services.registers.holdings,
    liveSources: services.registers.liveSources,
    citationsFailed: opened.citationsFailed,
    snapshot: services.registers.snapshot,
    countsAlone: () => limiter.degraded === "not_shared",
  });
  const limits = metrics.observeLimits(limiter);
  const now = () => environment.now().getTime();
  const identify = oncePerCaller(identifyByKey({ state: opened.state, limiter: limits, now, log }));
  const privateHalf = { state: opened.state, identify, now };
  const call = metrics.observe(createCall({ ...opened, privateHalf }, limits));
  const addressOf = createClientAddress(config.trustProxy);

  const mcp = createMcpHttp({
    dispatch: createMcpDispatch({
      capabilities,
      call,
      serverInfo: serverInfo(baseUrl, VERSION),
      instructions,
      log,
      identify,
      testTools: config.mcpTestTools,
    }),
    take: (address) => limits.take(["mcp_endpoint"], address),
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
    security:
      config.securityContact === undefined ? undefined : { contact: config.securityContact, now: environment.now },
    log,
  });

  const routeOf = createRouteNames({ rest: Object.keys(rest.openapi.paths), web: routes });
  const httpOptions: HttpServerOptions = {
    headers: defaultHeaders(baseUrl),
    onAnswered: ({ path, status, seconds }) => metrics.countRequest(routeOf(path), status, seconds),
  };
  const app = new Hono();
  app.get("/healthz", (context) => context.json({ alive: true }));
  app.get("/readyz", (context) => {
    const ready = services.registers.holdings().length > 0;
    // An instance that waits for its first snapshot answers from the sample and the live registers: it is ready.
    const { origin, health, fetching } = services.registers.snapshot();
    const isWaiting = fetching !== null && origin !== "fetch" && fetching.lastSuccessAt === null;
    const fetched = isWaiting ? "waiting" : (fetching?.lastFailure ?? "ok");
    const snapshot = health === "ok" ? fetched : health;
    const limits = limiter.degraded ?? "ok";
    const state = opened.state.health();
    const body = { ready, instance: instanceName(config), limits, snapshot, state, jobs: jobs.health() };
    // A lost state takes no instance out: the public half serves.
    return context.json(body, ready ? 200 : 503);
  });
  if (config.role !== "worker") {
    app.all("/api/*", (context) => rest.app.fetch(context.req.raw, context.env));
    app.route("/", web);
  }

  async function close(): Promise<void> {
    await limiter.close();
    await opened.close();
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

  async function begin(): Promise<Listening> {
    // Counts must be those of the rules in force. Where nothing changed this only compares two versions.
    await opened.registers.refreshClasses().catch((cause: unknown) => {
      log.warn({ err: cause }, "the firms could not be classified anew; the next start tries again");
    });
    await startState(opened.state, log);
    await opened.feed.reload();
    const main = await listen(
      createHttpServer(config.role === "worker" ? undefined : mcp, app, httpOptions),
      config.port,
      config.host,
    );
    const side = await listenBeside(main);
    jobs.start();
    const stopFollowing = followState({
      look: opened.feed.reload,
      addJobs: jobs.addMissing,
      random: Math.random,
      onError: (cause) => log.debug({ err: cause }, "the state could not be looked at"),
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
        stopFollowing();
        stopCheck();
        const jobsStopped = jobs.stop(JOBS_MS);
        opened.feed.close();
        await Promise.all([main.stop(), side?.stop(), stopFetch?.(), jobsStopped]);
        await close();
      },
    };
  }

  return {
    call,
    request: async (path, init) => app.request(path, init),
    start: async () => {
      try {
        return await begin();
      } catch (cause) {
        // What holds a connection would keep the process from ending.
        await close();
        throw cause;
      }
    },
    close,
  };
}

/** Several X-Forwarded-For lines count as one list. */
function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}
