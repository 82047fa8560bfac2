import { createServer } from "node:http";
import type { FromServer, ToServer } from "./messages.ts";

/**
 * The measured process: the service over the state that the settings name, and a bare handler on `node:http` that parses
 * a request and answers the bytes that it was given, with the headers that the service sent.
 */
const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
let bareAnswer: () => Buffer = () => Buffer.alloc(0);
let bareHeaders: Readonly<Record<string, string>> = {};

const bare = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    // What the service must do too: read the address, and the body where there is one.
    new URL(request.url ?? "/", "http://localhost").searchParams.get("locale");
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const body = bareAnswer();
    response.writeHead(200, { ...bareHeaders, "Content-Length": body.length });
    response.end(body);
  });
});
await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
const address = bare.address();

// Pages are no TypeScript that Node reads by itself: the built service is measured.
const { createService } = await import(new URL("../../dist/service.js", import.meta.url).href);
const { readConfig } = await import(new URL("../../dist/config.js", import.meta.url).href);
const config = readConfig(JSON.parse(process.argv[2] ?? "{}"));
const service = await createService({ ...config, port: 0 }, { now: () => new Date(), log: quiet });
const listening = await service.start();

process.on("disconnect", () => process.exit(1));
process.on("message", (message: ToServer) => {
  if (message.kind === "cpu") {
    const { user, system } = process.cpuUsage();
    tell({ kind: "cpu", microseconds: user + system });
  } else if (message.kind === "bare") {
    const bytes = Buffer.from(message.answer);
    bareHeaders = message.headers;
    const answer = message.ready ? undefined : JSON.parse(message.answer);
    bareAnswer = message.ready ? () => bytes : () => Buffer.from(JSON.stringify(answer));
    tell({ kind: "ready" });
  } else void listening.stop().then(() => process.exit(0));
});
tell({
  kind: "listening",
  service: listening.port,
  bare: typeof address === "object" && address !== null ? address.port : 0,
});

function tell(message: FromServer): void {
  process.send?.(message);
}
