import type { Capability, Services } from "../capability.ts";

/** The most that is kept, in bytes of what was rendered; the rest of an answer is about as much again. */
const CAPACITY_BYTES = 16 * 1_048_576;
/** Arguments longer than this are hardly sent twice. */
const LONGEST_ARGS = 1_000;
/** What an entry takes beside its renderings. */
const ENTRY_BYTES = 1_000;

/** What the faces made of a kept answer. It holds nothing of the caller: what his limits still allow is beside it. */
export interface Ready {
  /**
   * What `make` made of the answer when it was called for the first time under this name: bytes, each as a character
   * of a string.
   */
  rendered(name: string, make: () => string): string;
  /**
   * The whole answer as JSON, in bytes, where all faces share it: they put the rest around it for each call, and what is
   * `rendered` does not hold it once more.
   */
  readonly json?: string;
}

/** An answer that is kept ready, with what the faces made of it. */
export interface ReadyAnswer extends Ready {
  readonly answer: unknown;
  /** The arguments as the schema read them, defaults included. */
  readonly args: unknown;
}

interface Entry extends ReadyAnswer {
  bytes: number;
}

/** Keeps answers that depend on little more than their arguments. */
export interface ReadyAnswers {
  /** The answer to the same arguments, as they were sent; `undefined` where none is kept or something changed since. */
  find(capability: Capability, sent: unknown, services: Services): ReadyAnswer | undefined;
  /** Keeps an answer, where its capability says what it rests on. */
  keep(
    capability: Capability,
    sent: unknown,
    services: Services,
    answered: Pick<ReadyAnswer, "answer" | "args">,
  ): ReadyAnswer | undefined;
}

/**
 * Answers that depend only on their arguments and on what `restsOn` of their capability names, such as the knowledge
 * and the day. What was not asked for longest goes first; when one of the named things changes, all answers of the
 * capability go.
 */
export function createReadyAnswers(capacity: number = CAPACITY_BYTES): ReadyAnswers {
  const entries = new Map<string, Entry>();
  const grounds = new Map<string, readonly unknown[]>();
  let size = 0;

  function grow(key: string, entry: Entry, bytes: number): void {
    // One that has gone meanwhile still serves who holds it, and counts no more.
    if (entries.get(key) !== entry) return;
    entry.bytes += bytes;
    size += bytes;
    for (const [oldest, { bytes: freed }] of entries) {
      if (size <= capacity) return;
      entries.delete(oldest);
      size -= freed;
    }
  }

  function forget({ name }: Capability): void {
    for (const [key, { bytes }] of entries) {
      if (!key.startsWith(`${name} `)) continue;
      entries.delete(key);
      size -= bytes;
    }
  }

  return {
    find: (capability, sent, services) => {
      const { name, restsOn } = capability;
      if (restsOn === undefined) return undefined;
      const ground = restsOn(services);
      const former = grounds.get(name);
      if (former === undefined || ground.some((each, index) => each !== former[index])) {
        forget(capability);
        grounds.set(name, ground);
        return undefined;
      }
      const key = keyOf(name, sent);
      const entry = key === undefined ? undefined : entries.get(key);
      if (key === undefined || entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    keep: ({ name, restsOn }, sent, services, { answer, args }) => {
      const key = keyOf(name, sent);
      const former = grounds.get(name);
      if (restsOn === undefined || key === undefined || former === undefined) return undefined;
      // Midnight came while it was made, or another snapshot: whose answer is it?
      if (restsOn(services).some((each, index) => each !== former[index])) return undefined;
      const entry: Entry = {
        answer,
        args,
        bytes: 0,
        ...renderingsIn(new Map(), (made) => grow(key, entry, made.length)),
      };
      size -= entries.get(key)?.bytes ?? 0;
      entries.set(key, entry);
      grow(key, entry, ENTRY_BYTES + key.length * 2);
      return entry;
    },
  };
}

/** What faces made of answers that many callers get. */
const renderings = new WeakMap<object, Ready>();

/**
 * Marks an answer that its capability keeps and gives to everybody who asks for the same: nobody may change it. What
 * the faces make of it is kept as long as the answer itself. @param onMade is called with each text that a face made
 */
export function keepRenderings(answer: object, onMade: (text: string) => void): void {
  renderings.set(answer, renderingsIn(new Map(), onMade));
}

/** @param known what was made already, by name; @param onMade is called with each text that is made */
export function renderingsIn(known: Map<string, string>, onMade: (text: string) => void): Ready {
  return {
    rendered: (face, make) => {
      const before = known.get(face);
      if (before !== undefined) return before;
      const made = make();
      known.set(face, made);
      onMade(made);
      return made;
    },
  };
}

/** What the faces made of an answer that is shared; `undefined` for every other one. */
export function renderingsOf(answer: unknown): Ready | undefined {
  return typeof answer === "object" && answer !== null ? renderings.get(answer) : undefined;
}

/** The name and the arguments as one text; `undefined` for arguments that are no plain JSON or too long. */
function keyOf(name: string, sent: unknown): string | undefined {
  if (typeof sent !== "object" || sent === null) return undefined;
  for (const field in sent) {
    const value = (sent as Record<string, unknown>)[field];
    // What JSON writes as something else must not pass for it.
    if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) return undefined;
  }
  const text = JSON.stringify(sent);
  return text.length > LONGEST_ARGS ? undefined : `${name} ${text}`;
}
