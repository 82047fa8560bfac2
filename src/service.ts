import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { askForPasskey } from "./capabilities/accounts/passkey-challenge.ts";
import { readEntriesAnew } from "./capabilities/assessments/read-entries-anew.ts";
import { type Call, createCall } from "./capabilities/calling/call.ts";
import { rowCounting } from "./capabilities/calling/count-rows.ts";
import { identifyByKey } from "./capabilities/calling/identify-by-key.ts";
import { identifyBySession } from "./capabilities/calling/identify-by-session.ts";
import { oncePerCaller } from "./capabilities/calling/principal.ts";
import { authorize } from "./capabilities/connections/authorize.ts";
import { capabilities } from "./capabilities/index.ts";
import { createLawLinking } from "./capabilities/law/law-linking.ts";
import { ruleSetOf } from "./capabilities/law/rule-set.ts";
import { statusLines } from "./capabilities/operation/status.ts";
import { settleFirms } from "./capabilities/organizations/settle-firms.ts";
import { operatorOf } from "./config/operator.ts";
import { formerSecretsKey, readSecretsKey } from "./config/secrets-key.ts";
import type { Config } from "./config.ts";
import { dayOf } from "./core/day.ts";
import { resourcesAt } from "./core/oauth.ts";
import { once } from "./core/once.ts";
import { createAccountDoor } from "./faces/mcp/account-door.ts";
import { createMcpDispatch } from "./faces/mcp/dispatch.ts";
import { createMcpHttp } from "./faces/mcp/http.ts";
import {
  instructions,
  instructionsAt,
  personalInstructions,
  serverInfo,
  signInStep,
} from "./faces/mcp/introduction.ts";
import { prompts } from "./faces/mcp/prompts.ts";
import { resourceMetadataPath } from "./faces/oauth/metadata.ts";
import { createOauthFace } from "./faces/oauth/oauth.ts";
import { createRest } from "./faces/rest/rest.ts";
import { createKeptPages } from "./faces/web/kept-pages.ts";
import { createWeb, routes } from "./faces/web/web.ts";
import {
  createHttpServer,
  type HttpServerOptions,
  joined,
  type Listening,
  listen,
  type Probe,
} from "./http/http-server.ts";
import { logRequest } from "./http/request-log.ts";
import { noteCalls } from "./http/request-notes.ts";
import { defaultHeaders } from "./http/response-headers.ts";
import { createSealing } from "./identity/sealing.ts";
import { startSnapshotCheck } from "./jobs/check-snapshot.ts";
import { startSnapshotFetch } from "./jobs/fetch-snapshot.ts";
import { followState } from "./jobs/follow-state.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { loadLimits } from "./knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "./knowledge/load.ts";
import { createClientAddress, createTrustedProxyCheck } from "./limits/client-address.ts";
import { createMetrics, freeBytes, listenForMetrics } from "./metrics/metrics.ts";
import { createRouteNames } from "./metrics/route-names.ts";
import { markOf } from "./state/state-marks.ts";
import { COMMIT, VERSION } from "./version.ts";
import { proofFor, QUESTION_HEADER, type SelfAnswer } from "./wiring/doctor/self-question.ts";
import { instanceName } from "./wiring/job-events.ts";
import { lastNightlyBackup } from "./wiring/nightly-backup.ts";
import { openAccounts, openMailSending } from "./wiring/open-accounts.ts";
import { openJobs } from "./wiring/open-jobs.ts";
import { openOauth } from "./wiring/open-oauth.ts";
import { type Environment, openLimiter, openServices } from "./wiring/open-services.ts";
import { startState } from "./wiring/open-state.ts";
import { sealAnew } from "./wiring/seal-anew.ts";

/** A job under way has this long to end after a stop was asked for, in milliseconds. */
const JOBS_MS = 3_000;

const MEBIBYTE = 1_048_576;

/** Calls under way have this long after a stop was asked for, in milliseconds: a stop is over in ten seconds. */
const CALLS_MS = 9_000;

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
  const operator = operatorOf(config);
  if (operator.standing === "missing")
    log.warn("nobody can sign up: with a public BASE_URL, OPERATOR_NAME and OPERATOR_CONTACT must be set");
  const limitRules = loadLimits(KNOWLEDGE_DIR, config.limitsFile, (row) =>
    log.warn({ row }, "LIMITS_FILE names a limit that is gone: remove it, the next release refuses it"),
  );
  // Made at the first start, and a wrong one stops it.
  const sealing = createSealing(readSecretsKey(config), formerSecretsKey(config));
  // The metrics are made of what is opened here, and count what it does.
  let observeState: NonNullable<Environment["onStateCall"]> = () => undefined;
  const opened = await openServices(config, { ...environment, onStateCall: (...call) => observeState(...call) });
  const { services } = opened;
  const limiter = await openLimiter(config, environment, limitRules);
  const { backupTo } = config;
  const { scanJobs } = opened;
  const runsScans = config.scanWorker === "separate" || (config.scanWorker === "inside" && config.role !== "web");
  const isWorker = config.role === "worker" || config.scanWorker === "separate";
  let isDraining = false;
  const metrics = createMetrics({
    holdings: services.registers.holdings,
    liveSources: services.registers.liveSources,
    feeds: services.feed.sources,
    citationsFailed: opened.citationsFailed,
    snapshot: services.registers.snapshot,
    countsAlone: () => limiter.degraded === "not_shared",
    private: {
      state: opened.state,
      // An instance that writes none may not even see the folder; an alert takes the newest of all.
      lastBackup: async () => (backupTo === undefined ? undefined : lastNightlyBackup(backupTo).catch(() => undefined)),
      lastRehearsal: () => markOf(opened.state, "rehearsed"),
      hashPlaces: () => accounts.passwords.waiting(),
    },
    countsMerged: () => limiter.merged,
    isDraining: () => isDraining,
    freeBytes: () => freeBytes(config.dataDir),
  });
  observeState = metrics.observeState;
  const limits = metrics.observeLimits(limiter);
  const now = () => environment.now().getTime();
  const { state } = opened;
  const { countOauth: count, countDocument } = metrics;
  const oauth = openOauth(config, environment, { state, sealing, limiter: limits, count, countDocument });
  const accounts = openAccounts(config, environment, state, sealing, limits, oauth);
  const jobs = openJobs(
    config,
    environment,
    opened,
    { sealing, sendMail: openMailSending(config, environment, accounts) },
    metrics.countJob,
  );
  const resources = oauth === null ? undefined : resourcesAt(baseUrl);
  const byKey = identifyByKey({ state, limiter: accounts.limiter, now, log, resources });
  const bySession = identifyBySession({ state, now, log, secondFactor: config.secondFactor });
  // Pages use the cookie, the interfaces the key; neither reads the other's.
  const identify = oncePerCaller((caller) => (caller.via === "web" ? bySession(caller) : byKey(caller)));
  const privateHalf = { state, identify, accounts, now, onEntry: metrics.countEntry };
  const call = noteCalls(metrics.observe(createCall({ ...opened, privateHalf }, limits)));
  const addressOf = createClientAddress(config.trustProxy);
  const isTrustedProxy = createTrustedProxyCheck(config.trustProxy);
  const addressOfIncoming = ({ socket, headers }: IncomingMessage) =>
    addressOf(socket.remoteAddress, joined(headers["x-forwarded-for"]));

  const mcpOptions = {
    capabilities,
    call,
    serverInfo: serverInfo(baseUrl, VERSION),
    log,
    identify,
    prompts,
    testTools: config.mcpTestTools,
  };
  const mcpHttpOptions = {
    take: (address: string) => limits.takeFirst(["mcp_endpoint"], address),
    clientAddress: addressOfIncoming,
    baseUrl,
    allowedOrigins: config.allowedOrigins,
    listensOn: config.host,
    log,
  };
  const mcp = createMcpHttp({
    ...mcpHttpOptions,
    dispatch: createMcpDispatch(
      oauth === null
        ? { ...mcpOptions, instructions }
        : { ...mcpOptions, instructions: instructionsAt(baseUrl), signInStep: signInStep(baseUrl) },
    ),
  });
  // Its lists are made when somebody comes: most installations answer the public endpoint alone.
  const personalDispatch = once(() =>
    createMcpDispatch({ ...mcpOptions, instructions: personalInstructions, isPersonal: true }),
  );
  const mcpAccount = createMcpHttp({
    ...mcpHttpOptions,
    dispatch: (request) => personalDispatch()(request),
    door: createAccountDoor({
      identify,
      takeFirst: limits.takeFirst,
      resourceMetadata: oauth === null ? undefined : `${baseUrl}${resourceMetadataPath("mcp")}`,
      log,
    }),
  });

  // Without a socket the request came from inside the process: a test, or a page that is rendered at start.
  const clientAddress = (context: Context): string =>
    addressOf(context.env?.incoming?.socket?.remoteAddress ?? "127.0.0.1", context.req.header("x-forwarded-for"));
  const rest = createRest({ capabilities, call, baseUrl, clientAddress, version: VERSION, limitRules, log });
  const keptPages = createKeptPages({
    capacity: config.pageCacheMb * MEBIBYTE,
    edition: () => [services.knowledge, services.today(), dayOf(environment.now())],
    dependsOn: (capability) => (capability.access === "public" ? capability.dependsOn?.(services) : undefined),
    count: (rows, request) => {
      const decision = limits.take(rows, addressOfIncoming(request));
      return !(decision instanceof Promise) && decision.allowed;
    },
  });
  const web = createWeb({
    call,
    keptPages,
    identify,
    counting: rowCounting(limits),
    now,
    passkeyQuestion: (accountId) => askForPasskey(accounts, accountId),
    sealing,
    signIn: { password: config.passwordSignIn, registration: config.registration, provider: providerName(config) },
    isMailSet: config.mailUrl !== undefined,
    capabilities,
    authorize: oauth === null ? undefined : (request) => authorize(oauth, request),
    limits: limitRules,
    lawLinking: createLawLinking(services.knowledge),
    rules: ruleSetOf(services.knowledge),
    operator,
    auditDays: config.auditRetentionDays,
    openapi: rest.openapi,
    clientAddress,
    baseUrl,
    version: VERSION,
    security:
      config.securityContact === undefined ? undefined : { contact: config.securityContact, now: environment.now },
    log,
  });

  const probes = {
    "/version": () => ({
      status: 200,
      body: { version: VERSION, commit: COMMIT, ruleSet: services.knowledge.changelog.newest.version },
    }),
    "/healthz": () => ({ status: 200, body: { alive: true } }),
    "/readyz": ({ headers, socket }) => {
      const ready = !isDraining && services.registers.holdings().length > 0;
      // An instance that waits for its first snapshot answers from the sample and the live registers: it is ready.
      const { origin, health, fetching } = services.registers.snapshot();
      const isWaiting = fetching !== null && origin !== "fetch" && fetching.lastSuccessAt === null;
      const fetched = fetching?.lastFailure ?? (isWaiting ? "waiting" : "ok");
      const snapshot = health === "ok" ? fetched : health;
      const limits = limiter.degraded ?? "ok";
      const cache = opened.cacheHealth();
      const body = {
        ready,
        instance: instanceName(config),
        limits,
        snapshot,
        state: state.health(),
        jobs: healthOf([jobs.health(), scanJobs.health()]),
        backup: jobs.backupHealth(),
        watch: jobs.watchHealth(),
        cache,
        deny: services.scans.denyHealth(),
      };
      const proof = proofFor(sealing, headers[QUESTION_HEADER]);
      const forwardedFor = joined(headers["x-forwarded-for"]);
      const doctor: SelfAnswer | undefined =
        proof === undefined
          ? undefined
          : {
              proof,
              instance: instanceName(config),
              address: addressOf(socket.remoteAddress, forwardedFor),
              peer: addressOf(socket.remoteAddress, undefined),
              isForwarded: forwardedFor !== undefined,
              isPeerTrusted: isTrustedProxy(socket.remoteAddress),
            };
      // A lost state takes no instance out: the public half serves.
      return { status: ready ? 200 : 503, body: doctor === undefined ? body : { ...body, doctor } };
    },
  } satisfies Record<string, Probe>;

  const routeOf = createRouteNames({ rest: rest.paths, web: routes });
  const httpOptions: HttpServerOptions = {
    headers: defaultHeaders(baseUrl),
    direct: isWorker
      ? () => undefined
      : (request) => keptPages.direct(request) ?? rest.direct(request, () => addressOfIncoming(request)),
    probes,
    isDraining: () => isDraining,
    isTrustedProxy,
    mcpAccount,
    onAnswered: (answered) => {
      const route = routeOf(answered.path);
      if (answered.status !== null) metrics.countRequest(route, answered.status, answered.seconds);
      logRequest(log, route, answered, addressOf(answered.remoteAddress, answered.forwardedFor));
    },
  };
  const app = new Hono();
  for (const [path, probe] of Object.entries(probes)) {
    app.get(path, (context) => {
      const { status, body } = probe({ headers: {}, socket: { remoteAddress: undefined } });
      return context.json(body, status);
    });
  }
  if (!isWorker) {
    for (const path of rest.outside) app.all(path, (context) => rest.app.fetch(context.req.raw, context.env));
    // A program that asks for data at the address of a page gets it.
    app.get("/trust/:slug", async (context, next) => {
      const accept = context.req.header("accept") ?? "";
      if (!/^application\/json\b/.test(accept)) return next();
      const url = new URL(context.req.url);
      const data = new URL(`${url.pathname}.json${url.search}`, url);
      return rest.app.fetch(new Request(data, context.req.raw), context.env);
    });
    if (oauth !== null) app.route("/", createOauthFace({ oauth, clientAddress }));
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
      return await listenForMetrics(metrics, config.metricsPort, config.metricsHost ?? config.host, async () => {
        const json = await opened.operator.status();
        return { json, lines: statusLines(json) };
      });
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
    if (config.secretsKeyOld !== undefined) {
      await sealAnew(opened.state, sealing).then(
        (count) => log.info({ count }, "secrets were sealed with the new key"),
        (cause: unknown) => log.warn({ err: cause }, "secrets keep their former key; the next start tries again"),
      );
    }
    settleFirms(opened.state, now).then(
      (count) => count > 0 && log.info({ count }, "the firms of organizations were settled"),
      (cause: unknown) => log.warn({ err: cause }, "the firms of organizations are settled by the next start or night"),
    );
    readEntriesAnew(opened.state, services.knowledge, now).then(
      (count) => count > 0 && log.info({ count }, "statuses of questionnaires were read anew"),
      (cause: unknown) => log.warn({ err: cause }, "statuses of questionnaires are read by the next start or night"),
    );
    await opened.feed.reload();
    const main = await listen(createHttpServer(isWorker ? undefined : mcp, app, httpOptions), config.port, config.host);
    const side = await listenBeside(main);
    jobs.start();
    if (runsScans) scanJobs.start();
    const stopFollowing = followState({
      poll: async () => {
        await opened.feed.reload();
        await jobs.followWatch();
      },
      addJobs: async () => {
        await jobs.addMissing();
        if (runsScans) await scanJobs.addMissing();
      },
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
        isDraining = true;
        stopFollowing();
        stopCheck();
        const jobsStopped = Promise.all([jobs.stop(JOBS_MS), scanJobs.stop(JOBS_MS)]);
        opened.feed.close();
        // Balancers ask /readyz from time to time; until they know, calls come here and are answered.
        const drainMs = config.drainSeconds * 1000;
        await sleep(drainMs);
        await Promise.all([main.stop(CALLS_MS - drainMs), side?.stop(0), stopFetch?.(), jobsStopped]);
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

/** The name of the identity provider as pages show it. */
function providerName({ oidcIssuer, oidcName }: Config): string | null {
  return oidcIssuer === undefined ? null : (oidcName ?? new URL(oidcIssuer).hostname);
}

/** What is worst of the jobs that this instance does; `off` where it does none. */
function healthOf(all: readonly ReturnType<Jobs["health"]>[]): ReturnType<Jobs["health"]> {
  return all.find((each) => each === "late") ?? all.find((each) => each === "ok") ?? "off";
}
