import { expect, test } from "vitest";
import { Pacing } from "./pacing.ts";

const never = new AbortController().signal;

test("two connections at once to one address, the third waits for an end; another address does not wait", async () => {
  const pacing = new Pacing(2, 0);
  const end = await pacing.turn("a", never);
  await pacing.turn("a", never);
  let third = false;
  const waiting = pacing.turn("a", never).then((give) => {
    third = true;
    return give;
  });
  await pacing.turn("b", never);
  expect(third).toBe(false);
  end();
  await waiting;
  expect(third).toBe(true);
});

test("who gives up waiting takes no turn from the others", async () => {
  const pacing = new Pacing(1, 0);
  const end = await pacing.turn("a", never);
  const stop = new AbortController();
  const given = pacing.turn("a", stop.signal);
  const next = pacing.turn("a", never);
  stop.abort(new Error("gave up"));
  await expect(given).rejects.toThrow("gave up");
  end();
  (await next)();
});
