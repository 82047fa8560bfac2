import { describe, expect, test } from "vitest";
import { createKeptAnswers } from "./kept-answers.ts";
import { renderingsOf } from "./ready-answers.ts";

function counted(capacity?: number) {
  const kept = createKeptAnswers<{ readonly made: number }>(capacity);
  let made = 0;
  const ask = (key: string, parts: readonly unknown[], isLasting = true) =>
    kept.of(key, parts, () => ({ answer: { made: ++made }, isLasting })).made;
  const render = (key: string, parts: readonly unknown[], text: string) =>
    renderingsOf(kept.of(key, parts, () => ({ answer: { made: ++made }, isLasting: true })))?.rendered(
      "mcp",
      () => text,
    );
  return { ask, render };
}

describe("an answer that was asked for twice is given again", () => {
  const firm = { ico: "27082440" };

  test("while its arguments and every part that it rests on are the very same", () => {
    const { ask } = counted();
    const asked = ["a", "a", "a", "b", "a", "b", "b"].map((key) => ask(key, [firm, "2026-11-23"]));
    expect(asked).toEqual([1, 2, 2, 3, 2, 4, 4]);
  });

  test("and not when more other questions came between than answers may be kept", () => {
    const { ask } = counted();
    ask("a", []);
    for (let other = 0; other < 1_000; other++) ask(`other ${other}`, []);
    const again = ask("a", []);
    expect(ask("a", [])).not.toBe(again);
  });

  test("and made anew for another part, more parts or fewer, and an equal firm that was read anew", () => {
    const { ask } = counted();
    ask("a", []);
    const asked = [
      [firm, "2026-11-23"],
      [firm, "2026-11-24"],
      [firm],
      [firm, "2026-11-24"],
      [{ ...firm }, "2026-11-24"],
    ];
    expect(asked.map((parts) => ask("a", parts))).toEqual([2, 3, 4, 5, 6]);
  });

  test("but not one that must be looked at again", () => {
    const { ask } = counted();
    expect([ask("a", [], false), ask("a", [], false), ask("a", [], false), ask("a", [])]).toEqual([1, 2, 3, 4]);
  });

  test("with what a face made of it, and never what it made of the one before", () => {
    const { ask, render } = counted();
    ask("a", [1]);
    expect([render("a", [1], "first"), render("a", [1], "second"), render("a", [2], "third")]).toEqual([
      ...["first", "first", "third"],
    ]);
  });
});

test("nobody can change an answer that others get", () => {
  const kept = createKeptAnswers<{ list: number[] }>();
  const ask = () => kept.of("a", [], () => ({ answer: { list: [1] }, isLasting: true }));
  ask();
  const { list } = ask();
  expect(() => list.push(2)).toThrow(TypeError);
});

test("what is kept is bounded in bytes, and what was not asked for longest goes first", () => {
  const { ask, render } = counted(19_000);
  for (const key of ["a", "b", "c", "d", "e"]) ask(key, []);
  for (const key of ["a", "b", "c"]) render(key, [], "x".repeat(1_000));
  expect([ask("a", []), ask("b", []), ask("c", [])]).toEqual([6, 7, 8]);
  ask("a", []);
  render("d", [], "x".repeat(1_000));
  expect([ask("a", []), ask("c", []), ask("d", [])]).toEqual([6, 8, 9]);
  expect(ask("b", [])).toBe(10);
  render("e", [], "x".repeat(30_000));
  expect(ask("e", [])).toBeGreaterThan(10);
});
