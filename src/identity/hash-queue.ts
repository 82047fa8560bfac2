/** The hash runs on the threads that DNS and file calls need too, so few run at once and the others wait. */
const PLACES = 20;

/** So many of the places are kept for known browsers and for people who are signed in. */
const KEPT_PLACES = 10;

/** No place is free for this hash, or a network with fewer took it: the caller answers 503 and says when to try again. */
export class TooManyPasswordHashes extends Error {
  constructor() {
    super("more password hashes are waiting than may wait");
    this.name = "TooManyPasswordHashes";
  }
}

/** For whom a password is hashed. */
export interface HashPlace {
  /** Networks are served in turn: the /24 or /56 of the caller. */
  readonly network: string;
  /** A browser that signed in to the account before, or a person who is signed in. */
  readonly isKept: boolean;
}

/** Which places are taken. */
export type PlaceKind = "kept" | "open";

interface Waiting {
  readonly network: string;
  readonly kind: PlaceKind;
  /** Grows with each place that is taken. */
  readonly number: number;
  readonly begin: () => void;
  readonly giveUp: (reason: Error) => void;
}

/** A bounded queue of work that is shared out by networks. */
export interface HashQueue {
  /** Does the work when it is its turn. @throws TooManyPasswordHashes */
  run<T>(place: HashPlace, work: () => Promise<T>): Promise<T>;
  /** How many wait. */
  waiting(): Readonly<Record<PlaceKind, number>>;
}

/**
 * Makes a queue in which one network cannot keep the others out: networks are served in turn, and where all places are
 * taken, the network that holds most gives up its newest one for a caller of a network that holds fewer.
 * @param atOnce so many run at a time
 */
export function createHashQueue(atOnce: number): HashQueue {
  /** By network, in the order of their turns; each with its oldest place first, and none without any. */
  const networks = new Map<string, Waiting[]>();
  let running = 0;
  let last = 0;

  const all = () => [...networks.values()].flat();
  const taken = (kind: PlaceKind) => all().filter((each) => each.kind === kind).length;

  /** The kind of place that a caller gets; makes one free where a network holds more than theirs. */
  function placeFor({ network, isKept }: HashPlace): PlaceKind {
    if (isKept && taken("kept") < KEPT_PLACES) return "kept";
    if (taken("open") < PLACES - KEPT_PLACES) return "open";
    const held = (list: readonly Waiting[] = []) => list.filter(({ kind }) => isKept || kind === "open");
    const most = [...networks.values()].map(held).reduce((one, other) => (isBefore(one, other) ? one : other), []);
    const newest = most.at(-1);
    if (newest === undefined || most.length <= held(networks.get(network)).length) throw new TooManyPasswordHashes();
    leave(newest);
    newest.giveUp(new TooManyPasswordHashes());
    return newest.kind;
  }

  function leave(waiting: Waiting): void {
    const left = (networks.get(waiting.network) ?? []).filter((each) => each !== waiting);
    if (left.length === 0) networks.delete(waiting.network);
    else networks.set(waiting.network, left);
  }

  /** Begins the oldest work of the network whose turn it is, which then comes after all others. */
  function next(): void {
    const [turn] = networks;
    if (turn === undefined) {
      running--;
      return;
    }
    const [network, [first, ...others]] = turn;
    networks.delete(network);
    if (others.length > 0) networks.set(network, others);
    first?.begin();
  }

  return {
    run: async (place, work) => {
      if (running < atOnce) running++;
      else {
        const kind = placeFor(place);
        const { network } = place;
        await new Promise<void>((begin, giveUp) => {
          const waiting = { network, kind, number: ++last, begin, giveUp };
          networks.set(network, [...(networks.get(network) ?? []), waiting]);
        });
      }
      try {
        return await work();
      } finally {
        next();
      }
    },
    waiting: () => ({ kept: taken("kept"), open: taken("open") }),
  };
}

/** Whether places of one network are more than those of another, or as many with a newer one. */
function isBefore(one: readonly Waiting[], other: readonly Waiting[]): boolean {
  if (one.length !== other.length) return one.length > other.length;
  return (one.at(-1)?.number ?? 0) > (other.at(-1)?.number ?? 0);
}
