import { failureOf, GuardError } from "../../outbound/guarded/failure.ts";
import type { GuardedSession, GuardedSocket } from "../../outbound/guarded/guarded-session.ts";
import { BROWSER_CIPHERS } from "../../outbound/guarded/http-get.ts";
import { handshake } from "../../outbound/guarded/tls-handshake.ts";
import type { MailServerFacts } from "../observation.ts";

/** A greeting or an answer of a mail server is short; a longer one is not read. */
const MAX_ANSWER = 16_384;

interface Reply {
  readonly code: number;
  readonly lines: readonly string[];
}

/**
 * What mail servers answered in the scans of other domains: one server serves thousands, and many refuse who comes too
 * often. By address.
 */
export interface MailServerMemory {
  recall(address: string): Promise<MailServerFacts["outcome"] | undefined>;
  note(address: string, outcome: MailServerFacts["outcome"]): Promise<void>;
}

/** Answers that say something of the server; a refusal or a time-out says something of the moment. */
const LASTING: readonly MailServerFacts["outcome"][] = ["offered", "not_offered", "handshake_failed"];

/**
 * Greets a mail server and asks for STARTTLS. No sender, no recipient, no message is ever named.
 * @param name what the scanner calls itself in EHLO.
 */
export async function collectStartTls(
  session: GuardedSession,
  host: string,
  name: string,
  memory?: MailServerMemory,
): Promise<MailServerFacts> {
  try {
    const [address = ""] = await session.resolve(host);
    const known = await memory?.recall(address);
    if (known !== undefined) return { host, outcome: known };
    const outcome = await converse(session, host, name);
    if (LASTING.includes(outcome)) await memory?.note(address, outcome);
    return { host, outcome };
  } catch (error) {
    return { host, outcome: failureOf(error).reason };
  }
}

async function converse(session: GuardedSession, host: string, name: string): Promise<MailServerFacts["outcome"]> {
  const socket = await session.connect(host, 25);
  const late = setTimeout(() => socket.destroy(new GuardError("timeout")), session.limits.requestMs);
  try {
    if ((await readReply(socket)).code !== 220) return "unexpected_answer";
    socket.write(`EHLO ${name}\r\n`);
    const greeting = await readReply(socket);
    if (greeting.code !== 250) return "unexpected_answer";
    // Its own line: the name of a host may hold the word too.
    if (!greeting.lines.some((line) => /^STARTTLS\s*$/i.test(line))) {
      await quit(socket);
      return "not_offered";
    }
    socket.write("STARTTLS\r\n");
    if ((await readReply(socket)).code !== 220) return "unexpected_answer";
    return await encrypt(session, socket, host);
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

async function encrypt(
  session: GuardedSession,
  socket: GuardedSocket,
  host: string,
): Promise<MailServerFacts["outcome"]> {
  const { firstByteMs: timeoutMs } = session.limits;
  try {
    const secure = await handshake(socket, { host, ciphers: BROWSER_CIPHERS, timeoutMs, signal: session.signal });
    await quit(secure);
    secure.destroy();
    return "offered";
  } catch (error) {
    const { reason } = failureOf(error);
    if (reason === "protocol_error" || reason === "reset") return "handshake_failed";
    throw error;
  }
}

/** Takes leave, and waits until the words are on their way. */
function quit(socket: GuardedSocket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
    socket.end("QUIT\r\n", () => resolve());
  });
}

/** Reads one reply (RFC 5321 4.2): lines `250-text`, the last one `250 text`. @throws GuardError */
function readReply(socket: GuardedSocket): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let text = "";
    const done = (act: () => void) => {
      socket.off("data", data);
      socket.off("close", closed);
      act();
    };
    const closed = () =>
      done(() => reject(socket.errored === null ? new GuardError("reset") : failureOf(socket.errored)));
    const data = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const reply = readLines(text);
      if (reply === "invalid" || text.length > MAX_ANSWER) done(() => reject(new GuardError("protocol_error")));
      else if (reply !== null) {
        socket.pause();
        done(() => resolve(reply));
      }
    };
    socket.on("data", data);
    socket.once("close", closed);
    socket.resume();
  });
}

/** @returns null while the last line has not come. */
export function readLines(text: string): Reply | "invalid" | null {
  const lines = text.split("\r\n");
  if (lines.length < 2) return null;
  const found: string[] = [];
  for (const line of lines.slice(0, -1)) {
    const [, code, separator = " ", rest = ""] = /^(\d{3})(?:([ -])(.*))?$/.exec(line) ?? [];
    if (code === undefined) return "invalid";
    found.push(rest);
    if (separator === " ") return { code: Number(code), lines: found };
  }
  return null;
}
