import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { createHashQueue, type HashPlace, type HashQueue } from "./hash-queue.ts";
import { normalizePassword } from "./password-rules.ts";

const derive = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. About 48 ms of CPU. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** The hash runs on the threads that DNS and file calls need too: more than two at once would stop the process. */
const MOST_AT_ONCE = 2;
/** A processor is left for everything else: with both of two taken, other calls wait three times as long (bench/accounts). */
const LEFT_FREE = 1;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes and checks passwords, a bounded number at once. One per process. */
export interface PasswordHasher {
  /** A hash in the PHC string format. @throws TooManyPasswordHashes */
  hash(password: string, place: HashPlace): Promise<string>;
  /**
   * True when the password is the one of the hash. Without a hash (an unknown address, a person who signs in by other
   * means) it costs the same and is false. @throws TooManyPasswordHashes
   */
  verify(password: string, hash: string | null, place: HashPlace): Promise<boolean>;
  /** How many hashes wait, by the kind of their places. */
  readonly waiting: HashQueue["waiting"];
  /** True when a hash was made with weaker parameters than today's; the caller makes a new one at the next sign-in. */
  needsRehash(hash: string): boolean;
}

interface Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}

const TODAY: Parameters = { memory: MEMORY_KIB, passes: PASSES, lanes: LANES };

/**
 * Makes the hasher of this process.
 * @param processors how many this process may use
 */
export function createPasswordHasher(processors = availableParallelism()): PasswordHasher {
  const queue = createHashQueue(Math.max(1, Math.min(MOST_AT_ONCE, processors - LEFT_FREE)));
  /** Compared with for addresses that nobody has, so that the time tells nothing. Nobody knows its password. */
  const dummy = { ...TODAY, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

  return {
    waiting: queue.waiting,
    hash: async (password, place) => {
      const salt = randomBytes(SALT_BYTES);
      const tag = await queue.run(place, () => tagOf(password, salt, TODAY, TAG_BYTES));
      return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(tag)}`;
    },
    verify: async (password, hash, place) => {
      const stored = hash === null ? undefined : read(hash);
      const { salt, tag, ...parameters } = stored ?? dummy;
      const computed = await queue.run(place, () => tagOf(password, salt, parameters, tag.length));
      return timingSafeEqual(computed, tag) && stored !== undefined;
    },
    needsRehash: (hash) => {
      const stored = read(hash);
      return stored === undefined || stored.memory < MEMORY_KIB || stored.passes < PASSES;
    },
  };
}

function tagOf(
  password: string,
  salt: Buffer,
  { memory, passes, lanes }: Parameters,
  tagLength: number,
): Promise<Buffer> {
  const message = normalizePassword(password);
  return derive("argon2id", { message, nonce: salt, parallelism: lanes, tagLength, memory, passes });
}

function read(hash: string): (Parameters & { readonly salt: Buffer; readonly tag: Buffer }) | undefined {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) return undefined;
  return {
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

/** Base64 without padding, as the PHC string format has it. */
function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
