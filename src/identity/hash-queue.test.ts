import { expect, onTestFinished, test, vi } from "vitest";
import { createHashQueue, type HashPlace, TooManyPasswordHashes } from "./hash-queue.ts";

/** A queue whose work ends when the test says so, with what came of each. */
function queueOf(atOnce = 1) {
  const queue = createHashQueue(atOnce);
  const begun: { readonly name: string; readonly end: () => void }[] = [];
  const order: string[] = [];
  const refused: string[] = [];
  const ask = (name: string, place: HashPlace) => {
    const work = () => {
      order.push(name);
      return new Promise<void>((end) => begun.push({ name, end }));
    };
    queue.run(place, work).catch((cause: unknown) => {
      if (!(cause instanceof TooManyPasswordHashes)) throw cause;
      refused.push(name);
    });
  };
  /** Ends what runs, one after the other, until nothing waits. */
  const drain = async () => {
    for (let tick = 0; tick < 200; tick++) {
      begun.shift()?.end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { queue, ask, drain, order, refused };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const stranger = (network: string): HashPlace => ({ network, isKept: false });
const known = (network: string): HashPlace => ({ network, isKept: true });

test("networks are served in turn, and each of them in the order of its callers", async () => {
  const { ask, drain, order } = queueOf();
  for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) ask(name, stranger(name.slice(0, 1)));
  await drain();
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

test("while a place is free anybody waits, ten strangers and ten whose place is kept", async () => {
  const { queue, ask, drain, refused, order } = queueOf();
  for (let n = 1; n <= 12; n++) ask(`stranger ${n}`, stranger("office"));
  for (let n = 1; n <= 11; n++) ask(`known ${n}`, known("office"));
  await settled();
  expect(queue.waiting()).toEqual({ kept: 10, open: 10 });
  expect(refused).toEqual(["stranger 12", "known 11"]);
  await drain();
  expect(order).toHaveLength(21);
  expect(queue.waiting()).toEqual({ kept: 0, open: 0 });
});

test("the network that holds most gives up its newest place for a caller of one that holds fewer", async () => {
  const { ask, drain, refused, order } = queueOf();
  for (let n = 0; n <= 10; n++) ask(`flood ${n}`, stranger("flood"));
  ask("visitor 1", stranger("elsewhere"));
  ask("visitor 2", stranger("elsewhere"));
  ask("flood 11", stranger("flood"));
  await settled();
  expect(refused.toSorted()).toEqual(["flood 10", "flood 11", "flood 9"]);
  await drain();
  expect(order).toEqual(expect.arrayContaining(["visitor 1", "visitor 2"]));
  expect(order).toHaveLength(11);
});

test("of networks that hold as many, the newest place of all is given up", async () => {
  const { ask, refused } = queueOf();
  ask("running", stranger("first"));
  for (let n = 1; n <= 10; n++) ask(`network ${n}`, stranger(`network ${n}`));
  ask("another", stranger("another"));
  await settled();
  expect(refused).toEqual(["network 10"]);
});

test("strangers take no kept place from a known browser, and a known browser finds one among them", async () => {
  const { queue, ask, refused } = queueOf();
  ask("running", stranger("first"));
  for (let n = 1; n <= 10; n++) ask(`known ${n}`, known("office"));
  for (let n = 1; n <= 9; n++) ask(`stranger ${n}`, stranger("flood"));
  ask("known 11", known("home"));
  ask("known 12", known("home"));
  await settled();
  expect(queue.waiting()).toEqual({ kept: 10, open: 10 });
  // The office holds most: it gives up for the second one of the home.
  expect(refused).toEqual(["known 10"]);
  ask("stranger 10", stranger("flood"));
  await settled();
  expect(refused).toEqual(["known 10", "stranger 10"]);
});

test("work that fails gives its turn to the next", async () => {
  const queue = createHashQueue(1);
  const failing = queue.run(stranger("a"), () => Promise.reject(new Error("no hash")));
  const next = queue.run(stranger("b"), async () => "done");
  await expect(failing).rejects.toThrow("no hash");
  expect(await next).toBe("done");
});

test.each([
  [2, 50],
  [1, 100],
])(
  "beside 300 guesses a second from one network right passwords come through: %i at once, %i ms each",
  async (atOnce, ms) => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const queue = createHashQueue(atOnce);
    const enter = async (place: HashPlace, entered: boolean[]) => {
      const from = Date.now();
      const hashed = queue.run(place, () => new Promise<void>((resolve) => setTimeout(resolve, ms)));
      const isIn = await hashed.then(() => true).catch(() => false);
      entered.push(isIn && Date.now() - from <= 3_000);
    };
    const [guesses, knownBrowsers, others]: [boolean[], boolean[], boolean[]] = [[], [], []];
    for (let at = 0; at < 60_000; at += 10) {
      for (let guess = 0; guess < 3; guess++) void enter(stranger("2001:db8:1:200::/56"), guesses);
      if (at % 500 === 0) void enter(known(`198.18.${at % 3}.0/24`), knownBrowsers);
      if (at % 500 === 250) void enter(stranger(`198.19.${at % 7}.0/24`), others);
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    const share = (entered: readonly boolean[]) => entered.filter(Boolean).length / entered.length;
    expect([guesses.length, knownBrowsers.length, others.length]).toEqual([18_000, 120, 120]);
    expect(share(knownBrowsers)).toBe(1);
    expect(share(others)).toBe(1);
    expect(share(guesses)).toBeLessThan(0.2);
  },
);
