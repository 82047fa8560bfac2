import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect, isIP } from "node:net";
import type { DnsAnswer, DnsQuestion } from "./dns-answer.ts";
import { type DecodedAnswer, decodeAnswer, encodeQuestion, unanswered } from "./dns-message.ts";

/** A resolver: an address and a port. It is the operator's, so it may be an inner address. */
export interface Resolver {
  readonly address: string;
  readonly port: number;
}

/**
 * Reads addresses with optional ports, comma separated: `192.0.2.1, 192.0.2.2:5353, [2001:db8::1]:53`.
 * @throws RangeError for anything else.
 */
export function readResolvers(text: string): Resolver[] {
  return text.split(",").map((part) => {
    const [, six, four, port] =
      /^\s*(?:\[([^\]]+)\]|([^:\s]+|[0-9a-fA-F:]+:[0-9a-fA-F:.]*))(?::(\d{1,5}))?\s*$/.exec(part) ?? [];
    const address = six ?? four ?? "";
    if (isIP(address) === 0 || Number(port ?? 53) > 65_535) throw new RangeError("holds something that is no address");
    return { address, port: Number(port ?? 53) };
  });
}

/** Asks resolvers over UDP, over TCP where an answer was cut; the next resolver where one is silent. */
export class DnsClient {
  readonly #resolvers: readonly Resolver[];
  readonly #timeoutMs: number;

  /** @param timeoutMs how long one attempt may take; there are two. */
  constructor(resolvers: readonly Resolver[], timeoutMs: number) {
    this.#resolvers = resolvers;
    this.#timeoutMs = timeoutMs;
  }

  /** The answer; `timeout` where no resolver gave one. Never rejects. */
  async ask(question: DnsQuestion, signal: AbortSignal): Promise<DnsAnswer> {
    for (const attempt of [0, 1]) {
      const resolver = this.#resolvers[attempt % this.#resolvers.length];
      if (resolver === undefined || signal.aborted) break;
      const limited = AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]);
      const answer = await askOnce(resolver, question, limited).catch(() => null);
      if (answer !== null) return answer;
    }
    return unanswered(question, "timeout");
  }
}

async function askOnce(resolver: Resolver, question: DnsQuestion, signal: AbortSignal): Promise<DnsAnswer | null> {
  const id = randomInt(0x10000);
  let bytes: Buffer;
  try {
    bytes = encodeQuestion(id, question);
  } catch {
    return unanswered(question, "other"); // a foreign name that does not fit into a question
  }
  const overUdp = await askUdp(resolver, bytes, (answer) => decodeAnswer(answer, id, question), signal);
  if (overUdp !== "truncated") return overUdp;
  const overTcp = decodeAnswer(await askTcp(resolver, bytes, signal), id, question);
  return overTcp === "truncated" ? unanswered(question, "other") : overTcp;
}

/** Waits for the first datagram that answers; others (late ones, forged ones) are passed over. */
function askUdp(
  { address, port }: Resolver,
  question: Buffer,
  read: (answer: Buffer) => DecodedAnswer | null,
  signal: AbortSignal,
): Promise<DecodedAnswer> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIP(address) === 4 ? "udp4" : "udp6");
    const end = (act: () => void) => {
      signal.removeEventListener("abort", abort);
      socket.close();
      act();
    };
    const abort = () => end(() => reject(signal.reason));
    if (signal.aborted) return end(() => reject(signal.reason));
    signal.addEventListener("abort", abort);
    socket.on("error", (error) => end(() => reject(error)));
    socket.on("message", (bytes) => {
      const answer = read(bytes);
      if (answer !== null) end(() => resolve(answer));
    });
    // A connected socket takes datagrams of this resolver only.
    socket.connect(port, address, () => socket.send(question));
    return undefined;
  });
}

/** One question over TCP; the answer is at most 64 KiB, as its length has two bytes. */
async function askTcp({ address, port }: Resolver, question: Buffer, signal: AbortSignal): Promise<Buffer> {
  const socket = connect({ host: address, port });
  const abort = () => socket.destroy(new Error("aborted"));
  signal.addEventListener("abort", abort);
  try {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(question.length);
    socket.write(Buffer.concat([length, question]));
    const chunks: Buffer[] = [];
    let received = 0;
    for await (const chunk of socket) {
      chunks.push(chunk);
      received += chunk.length;
      if (received < 2) continue;
      const bytes = Buffer.concat(chunks);
      const expected = bytes.readUInt16BE(0);
      if (received >= expected + 2) return bytes.subarray(2, expected + 2);
      chunks.splice(0, chunks.length, bytes);
    }
    return Buffer.alloc(0);
  } finally {
    signal.removeEventListener("abort", abort);
    socket.destroy();
  }
}
