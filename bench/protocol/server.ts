/**
 * The measured process: a bare JSON handler, our endpoint over a tool without I/O, and the built service where there
 * is one, each on its own port. Tells the ports and, when asked, the CPU time it used. Settings of the service, as JSON,
 * may stand as its argument.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Call } from "../../src/capabilities/calling/call.ts";
import { type Capability, defineCapability } from "../../src/capabilities/capability.ts";
import { LOCALES } from "../../src/core/locale.ts";
import { createMcpDispatch } from "../../src/faces/mcp/dispatch.ts";
import { createMcpHttp } from "../../src/faces/mcp/http.ts";
import { firstCount, UNCOUNTED } from "../../src/limits/first-count.ts";
import type { FromServer, ToServer } from "./messages.ts";

const service = new URL("../../dist/service.js", import.meta.url);
const config = new URL("../../dist/config.js", import.meta.url);

const locale = z.enum(LOCALES).default("sk");
const row = z.object({ id: z.string(), text: z.string(), count: z.number().int(), isOpen: z.boolean() });

/** Twelve tools whose answer has about 1.4 KB, so that list and call are of a usual size. */
const tools: readonly Capability[] = Array.from({ length: 12 }, (_, index) =>
  defineCapability({
    name: `tool_${String(index).padStart(2, "0")}`,
    access: "public",
    input: z.strictObject({
      ico: z.string().regex(/^\d{6,8}$/),
      country: z.enum(["SK", "CZ"]).optional(),
      service: z.enum(["qtsp", "tsp", "tld-registry", "dns"]).optional(),
      locale,
    }),
    published: {
      title: { sk: "Nástroj", cs: "Nástroj", en: "Tool" },
      description: "Answers the same every time, from memory. Its description is as long as that of a usual tool.",
      output: z.object({ ico: z.string(), rows: z.array(row), untrusted: z.object({ name: z.string() }) }),
    },
    mcp: { cost: { rows: ["mcp_endpoint"] }, openWorld: false, summary: ({ ico, rows }) => `${ico}: ${rows.length}` },
    run: ({ ico }) => ({
      ico,
      rows: Array.from({ length: 14 }, (_row, count) => ({
        id: `row-${count}`,
        text: "Prevádzkovateľ základnej služby podľa zákona",
        count,
        isOpen: count % 2 === 0,
      })),
      untrusted: { name: "Železiarne, a. s." },
    }),
  }),
);

const call: Call = async (capability, args) => {
  const input = capability.input.parse(args);
  return { answer: await capability.run(input, {} as never), args: input, limits: [] }; // these tools use no service
};

const quiet = { error: () => {}, warn: () => {} };

const endpoint = createMcpHttp({
  dispatch: createMcpDispatch({
    capabilities: tools,
    call,
    serverInfo: { name: "bench", version: "1" },
    instructions: "Bench.",
    log: quiet,
  }),
  take: () => firstCount(() => UNCOUNTED, [], ""),
  clientAddress: ({ socket }) => socket.remoteAddress ?? null,
  baseUrl: "http://localhost:3000",
  allowedOrigins: [],
  listensOn: "127.0.0.1",
  log: quiet,
});

/** What the bare handler answers in turns; the client sets it to the answers it compares with. */
let bareAnswers: readonly unknown[] = [{}];
let answered = 0;

const bare: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const body = JSON.stringify(bareAnswers[answered++ % bareAnswers.length]);
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
    response.end(body);
  });
};

const dataDir = await mkdtemp(join(tmpdir(), "dosah-bench-"));
const stopService = await start();

// A bench that broke off leaves nothing running.
process.on("disconnect", () => process.exit(1));
process.on("message", (message: ToServer) => {
  if (message.kind === "cpu") {
    const { user, system } = process.cpuUsage();
    tell({ kind: "cpu", microseconds: user + system });
  } else if (message.kind === "bare") {
    bareAnswers = message.answers;
    tell({ kind: "ready" });
  } else {
    void stopService().then(() => rm(dataDir, { recursive: true, force: true }).then(() => process.exit(0)));
  }
});

/** Opens all ports; the function that comes back closes the service. */
async function start(): Promise<() => Promise<void>> {
  const ports = {
    bare: await listen(bare),
    endpoint: await listen((request, response) => void endpoint(request, response)),
  };
  if (!existsSync(service)) {
    tell({ kind: "listening", ports });
    return async () => {};
  }
  const { createService } = await import(service.href);
  const { readConfig } = await import(config.href);
  const limitsFile = new URL("limits.yaml", import.meta.url).pathname;
  const settings = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    REGISTERS: "mirror",
    LIMITS_FILE: limitsFile,
    LOG_LEVEL: "silent",
    TRUST_PROXY: "loopback",
    ...JSON.parse(process.argv[2] ?? "{}"),
  });
  const running = await createService(settings, {
    now: () => new Date(),
    log: { ...quiet, info: () => {}, debug: () => {} },
  });
  const listening = await running.start();
  tell({ kind: "listening", ports: { ...ports, service: listening.port } });
  return () => listening.stop();
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

function tell(message: FromServer): void {
  process.send?.(message);
}
