/**
 * The process that serves the calls, so that its memory is its own: the compiled service over registers whose names
 * and addresses carry a mark. It answers over a port, and it puts calls to itself in process when asked.
 * Arguments: folder of the compiled Dosah, folder of its data, file with limits. Started with `--expose-gc`.
 */
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import type { Capability } from "../../../src/capabilities/capability.ts";
import { CZ, MANY, OMIKRON, SK } from "../../promises/register-files.fixture.ts";
import { createRandom } from "../random.ts";
import { createCounts } from "./call-counts.ts";
import { type FuzzedCall, nextCall, type Offers, type Sort } from "./calls.ts";
import type { CallAnswer } from "./judge.ts";
import type { FromServer, ToServer } from "./messages.ts";

const [built = "", dataDir = "", limitsFile = ""] = process.argv.slice(2);
const compiled = (file: string) => import(pathToFileURL(`${built}/dist/${file}`).href);

const { createService } = await compiled("service.js");
const { readConfig } = await compiled("config.js");
const { capabilities } = (await compiled("capabilities/index.js")) as { capabilities: readonly Capability[] };
const { inputJsonSchema } = await compiled("capabilities/calling/json-schema.js");
const { createMcpDispatch } = await compiled("faces/mcp/dispatch.js");
const { pages } = (await compiled("faces/web/web.js")) as { pages: readonly { readonly path: string }[] };

/** A failure that nobody foresaw is logged as an error, whatever the caller was answered. */
const failuresLogged: string[] = [];
const log = pino(
  { level: "error" },
  { write: (line: string) => void (failuresLogged.length < 20 && failuresLogged.push(line.slice(0, 3_000))) },
);
const config = readConfig({ DATA_DIR: dataDir, REGISTERS: "mirror", LIMITS_FILE: limitsFile, LOG_LEVEL: "error" });
const service = await createService({ ...config, port: 0 }, { now: () => new Date(), log });
const listening = await service.start();
const dispatch = createMcpDispatch({
  capabilities,
  call: service.call,
  serverInfo: { name: "dosah", version: "0" },
  instructions: "",
  log,
});

const offers = offersOf(capabilities);
send({ kind: "listening", port: listening.port, offers });

process.on("message", (message: ToServer) => {
  if (message.kind === "stop") void listening.stop().then(() => process.exit(0));
  else if (message.kind === "memory") void memory();
  else void inProcess(message.seed, message.count);
});

function offersOf(all: readonly Capability[]): Offers {
  const sortsOf = ({ input }: Capability): Readonly<Record<string, Sort>> => inputJsonSchema(input).properties ?? {};
  return {
    tools: all.flatMap((each) => (each.mcp === undefined ? [] : [{ name: each.name, sorts: sortsOf(each) }])),
    endpoints: all.flatMap((each) =>
      (each.rest ?? []).map(({ method, path, rename = {} }) => ({
        method,
        path,
        sorts: Object.fromEntries(
          Object.entries(sortsOf(each)).map(([name, sort]) => [
            Object.keys(rename).find((key) => rename[key] === name) ?? name,
            sort,
          ]),
        ),
      })),
    ),
    pages: pages.map(({ path }) => path),
    icos: [...Object.values(CZ), ...Object.values(SK), ...[...OMIKRON, ...MANY].map(({ ico }) => ico)],
  };
}

async function inProcess(seed: number, count: number): Promise<void> {
  const random = createRandom(seed);
  const counts = createCounts();
  for (let made = 0; made < count; made++) {
    const call = nextCall(random, offers);
    try {
      counts.take(call, await answerTo(call));
    } catch (cause) {
      counts.fail(call, "thrown", String(cause));
    }
  }
  send({ kind: "done", statuses: counts.statuses, findings: counts.findings });
}

async function answerTo({ face, method, path, headers, body }: FuzzedCall): Promise<CallAnswer> {
  if (face === "mcp") {
    const caller = { address: "192.0.2.1", via: "mcp", authorization: undefined };
    const reply = await dispatch({ header: (name: string) => headers[name], body, caller });
    return { status: reply.status, contentType: "application/json", text: reply.body ?? "" };
  }
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const response: Response = await service.request(`http://localhost${path}`, init);
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    text: await response.text(),
  };
}

async function memory(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, rss } = process.memoryUsage();
  send({ kind: "memory", heap: heapUsed, rss, failuresLogged });
}

function send(message: FromServer): void {
  process.send?.(message);
}
