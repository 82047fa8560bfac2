import { BlockList, connect, type Socket } from "node:net";
import { add, contains, isGlobalUnicast } from "./addresses.ts";
import { type DnsAnswer, type DnsQuestion, isAnswered } from "./dns-answer.ts";
import { unanswered } from "./dns-message.ts";
import { failureOf, GuardError, type Refusal, type RefusalReason } from "./failure.ts";
import type { GuardContext } from "./guard-options.ts";
import { type HostName, readHostName } from "./host-name.ts";
import type { GuardLimits } from "./limits.ts";

/** A connection to a checked address. */
export type GuardedSocket = Socket;

/** The addresses of a host that were checked; connections go to these and to no others. */
interface Resolved {
  readonly addresses: readonly string[];
  readonly failure: GuardError | null;
}

/** Characters of a refused host that are kept: a foreign URL may hold thousands. */
const MAX_HOST = 300;

/** Addresses of one host that are tried before it counts as not reachable. */
const ADDRESSES_TRIED = 2;

/**
 * The work for one target: every name is asked for once and its answer kept, so that a name cannot mean another address
 * at the second question; every connection goes to an address that was checked; everything is counted.
 */
export class GuardedSession {
  readonly limits: GuardLimits;
  readonly signal: AbortSignal;
  readonly #context: GuardContext;
  readonly #own = new BlockList();
  readonly #ended = new AbortController();
  readonly #answers = new Map<string, Promise<DnsAnswer>>();
  readonly #hosts = new Map<string, Promise<Resolved>>();
  readonly #refused = new Map<string, Refusal>();
  readonly #sockets = new Set<Socket>();
  #questions = 0;
  #connections = 0;
  #requests = 0;

  constructor(context: GuardContext, signal?: AbortSignal) {
    this.#context = context;
    this.limits = context.limits;
    for (const address of context.ownAddresses ?? []) add(this.#own, address);
    this.signal = AbortSignal.any([
      this.#ended.signal,
      AbortSignal.timeout(context.limits.sessionMs),
      ...(signal === undefined ? [] : [signal]),
    ]);
  }

  get userAgent(): string {
    return this.#context.userAgent;
  }

  get ownNames(): readonly string[] {
    return this.#context.ownNames ?? [];
  }

  /** What was refused so far, each once. Foreign text. */
  get refused(): readonly Refusal[] {
    return [...this.#refused.values()];
  }

  /** What the session has cost so far. */
  get costs(): { readonly questions: number; readonly requests: number; readonly connections: number } {
    return { questions: this.#questions, requests: this.#requests, connections: this.#connections };
  }

  /** Asks a question once; later the kept answer. Never rejects: beyond the limit the status is `limit`. */
  ask(question: DnsQuestion): Promise<DnsAnswer> {
    const key = `${question.type} ${question.cd === true} ${question.name.toLowerCase()}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer =
      this.#questions < this.limits.dnsQuestions
        ? this.#context.dns.ask(question, this.signal)
        : Promise.resolve(unanswered(question, "limit"));
    this.#questions += 1;
    this.#answers.set(key, answer);
    return answer;
  }

  /** Notes a refusal and gives the error that says so. */
  refuse(reason: RefusalReason, host: string, address: string | null = null): GuardError {
    const name = host.slice(0, MAX_HOST);
    this.#refused.set(`${reason} ${name} ${address}`, { host: name, address, reason });
    return new GuardError(reason);
  }

  /** One more HTTP request. @throws GuardError `limit` when they are used up. */
  countRequest(): void {
    if (this.#requests >= this.limits.httpRequests) throw new GuardError("limit");
    this.#requests += 1;
  }

  /**
   * The checked addresses of a host, IPv4 first.
   * @throws GuardError for a name or an address that is refused, `no_address`, `dns_failed`.
   */
  async resolve(name: string): Promise<readonly string[]> {
    const host = readHostName(name, this.ownNames);
    if (host === null) throw this.refuse("blocked_host", name);
    const resolving = this.#hosts.get(host.host) ?? this.#resolve(host);
    this.#hosts.set(host.host, resolving);
    const { addresses, failure } = await resolving;
    if (failure !== null) throw failure;
    return addresses;
  }

  async #resolve({ host }: HostName): Promise<Resolved> {
    const answers = await Promise.all([this.ask({ name: host, type: "A" }), this.ask({ name: host, type: "AAAA" })]);
    const addresses = answers.flatMap(({ values }) => values);
    // One address that is refused refuses the name: which one a later connection takes is chance.
    for (const address of addresses) {
      const reason = this.#judge(address);
      if (reason !== null) return { addresses: [], failure: this.refuse(reason, host, address) };
    }
    if (addresses.length > 0) return { addresses, failure: null };
    return { addresses, failure: new GuardError(answers.every(isAnswered) ? "no_address" : "dns_failed") };
  }

  #judge(address: string): RefusalReason | null {
    const { laboratory } = this.#context;
    if (contains(this.#own, address)) return "blocked_address";
    if (laboratory?.admits(address) === true) return null;
    if (!isGlobalUnicast(address)) return "blocked_address";
    return laboratory === undefined ? null : "outside_lab";
  }

  /**
   * Connects to a checked address of a host.
   * @param port as protocol or URL name it; a laboratory may map it.
   * @throws GuardError
   */
  async connect(host: string, port: 25 | 80 | 443): Promise<Socket> {
    const addresses = await this.resolve(host);
    let failure: GuardError | null = null;
    for (const address of addresses.slice(0, ADDRESSES_TRIED)) {
      try {
        return await this.#connectTo(host, address, port);
      } catch (error) {
        const found = failureOf(error);
        // A machine without IPv6 cannot reach the second address: that says nothing. A closed port says something.
        if (failure === null || found.reason === "closed") failure = found;
        if (found.reason === "limit" || this.signal.aborted) break;
      }
    }
    throw failure ?? new GuardError("no_address");
  }

  async #connectTo(host: string, address: string, port: number): Promise<Socket> {
    if (this.#connections >= this.limits.connections) throw new GuardError("limit");
    this.#connections += 1;
    const giveBack = await this.#context.pacing.turn(address, this.signal);
    this.#context.onAttempt?.({ host, address, port });
    const socket = connect({ host: address, port: this.#context.laboratory?.portFor(port) ?? port });
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      giveBack();
    });
    // Whoever uses the socket sees its errors too; one that nobody waits for must not end the process.
    socket.on("error", () => {});
    await opened(socket, AbortSignal.any([this.signal, AbortSignal.timeout(this.limits.connectMs)]));
    return socket;
  }

  /** Ends everything that is still open. */
  close(): void {
    this.#ended.abort();
    for (const socket of this.#sockets) socket.destroy();
  }
}

function opened(socket: Socket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      socket.destroy();
      reject(new GuardError("timeout"));
    };
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    socket.once("connect", () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    socket.once("error", (error) => {
      signal.removeEventListener("abort", abort);
      reject(failureOf(error));
    });
    return undefined;
  });
}
