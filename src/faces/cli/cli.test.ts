import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runDosah } from "../../../test/promises/run-command.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { COMMANDS, EXIT, helpText, runCommand, selectCommand, unknownCommand } from "./cli.ts";
import { printable } from "./command.ts";
import { showProgress } from "./progress.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices();
});

afterAll(() => dosah.close());

const run = (words: string) => runDosah(dosah.call, words.split(" "));

describe("the words after dosah", () => {
  test.each([
    ["scope 31322832", "scope"],
    ["scope evaluate --country SK", "scope evaluate"],
    ["search slovnaft", "search"],
    ["registers import", "registers import"],
    ["registers status --json", "registers status"],
    ["knowledge check", "knowledge check"],
    ["knowledge release", "knowledge release"],
    ["citations check text", "citations check"],
    ["ai-act", "ai-act"],
  ])("%s select the longest command that fits: %s", (argv, words) => {
    expect(selectCommand(argv.split(" "))?.words).toBe(words);
  });

  test.each(["", "serve", "registers", "knowledge", "scopes 1", "Scope 1", "toString"])("%j select none", (argv) => {
    expect(selectCommand(argv.split(" "))).toBeUndefined();
  });

  test.each([
    ["scpoe 31322832", "There is no command scpoe.", "scope"],
    ["Scope 31322832", "There is no command Scope.", "scope"],
    ["obligation", "There is no command obligation.", "obligations"],
    ["registers imprt --country SK", "There is no command registers imprt.", "registers import"],
    ["knowlege check", "There is no command knowlege.", "knowledge check"],
    ["member", "After member one of these is needed: add, remove, list.", undefined],
    [
      "registers now",
      "There is no command registers now.",
      "registers import, registers fetch, registers publish, registers status",
    ],
    ["qqqq", "There is no command qqqq.", undefined],
    ["--colour", "There is no command --colour.", undefined],
    ["serve --port 80", "serve takes nothing more: settings are read from the environment.", undefined],
    ["\u001b[2Jevil", "There is no command [2Jevil.", undefined],
  ])("%j is named, with the command that was meant", (argv, message, meant) => {
    const [first, ...rest] = unknownCommand(argv.split(" "));
    expect(first).toBe(message);
    if (meant === undefined) expect(rest.join()).not.toContain("Did you mean");
    else expect(rest).toEqual([`Did you mean: ${meant}? dosah --help names all commands.`]);
  });

  test("the help names every command and serve, each with what it does below", () => {
    const help = helpText();
    expect(help).toMatch(/^ {2}serve\n {6}start the service$/m);
    for (const { usage, help: line } of COMMANDS) expect(help).toContain(`\n  ${usage}\n      ${line}`);
    expect(help.split("\n")).toHaveLength(2 * COMMANDS.length + 4);
  });
});

describe("the exit code", () => {
  test.each<[string, string, number]>([
    ["an answer", "search slovnaft", EXIT.answered],
    ["an answer that nothing was found", "search qqqqqqqq", EXIT.answered],
    ["no answer", "scope 45274640", EXIT.problem],
    ["a number that is none", "scope abc", EXIT.usage],
    ["too short a query", "search ab", EXIT.usage],
    ["an unknown option", "scope 31322832 --colour red", EXIT.usage],
    ["an option of another command", "member list --organization X --role owner", EXIT.usage],
    ["an option without its value", "scope 31322832 --country", EXIT.usage],
    ["another country", "scope 31322832 --country PL", EXIT.usage],
    ["another language", "scope 31322832 --locale de", EXIT.usage],
    ["nothing after the command", "scope", EXIT.usage],
    ["more than the command takes", "registers status now", EXIT.usage],
    ["a headcount in words", "scope evaluate --country SK --nace 35.11 --employees many", EXIT.usage],
    ["a register file without a country", "registers import --format res --file x", EXIT.usage],
    ["a register file that is not there", "registers import --country CZ --format res --file /nowhere/x", EXIT.problem],
  ])("of %s: dosah %s gives %i, and only an answer goes to stdout", async (_case, words, code) => {
    const ran = await run(words);
    expect(ran.code).toBe(code);
    if (code === EXIT.answered) expect([ran.out === "", ran.err]).toEqual([false, ""]);
    else expect([ran.out, ran.err === ""]).toEqual(["", false]);
  });
});

test.each(["scope --help", "scope evaluate -h", "search --help"])("%s says how to use it", async (words) => {
  const { code, out, err } = await run(words);
  expect([code, err]).toEqual([EXIT.answered, ""]);
  expect(out).toMatch(/^Usage: dosah s/);
});

test("behind -- it is a word like any other", async () => {
  expect((await run("search -- --help")).out).not.toContain("Usage");
});

describe("a problem", () => {
  test.each([
    ["sk", "kontrolnú číslicu"],
    ["cs", "kontrolní číslici"],
    ["en", "check digit"],
  ])("is stated in %s with its next step", async (locale, words) => {
    const { err } = await run(`scope 45274640 --locale ${locale}`);
    const lines = err.split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(words);
    expect(lines[1]).toContain("company_search");
  });

  test("with the words shows how the command is used", async () => {
    expect((await run("search")).err).toMatch(/\nUsage: dosah search TEXT/);
  });

  test("that is a bug of ours is not hidden", async () => {
    const command = selectCommand(["search"]);
    if (command === undefined) throw new Error("there is a search");
    const broken = runCommand(command, ["search", "slovnaft"], {
      call: () => Promise.reject(new TypeError("a bug")),
      terminal: { out: () => {}, err: () => {}, status: () => {}, read: async () => new Uint8Array() },
    });
    await expect(broken).rejects.toThrow("a bug");
  });
});

test("foreign text is printed without characters that move the cursor or turn the direction, whatever it is", () => {
  expect(printable(null)).toBe("–");
  expect(printable("a\u001b[2Jb\u202ec\r\nd\u009be")).toBe("a [2Jbc d e");
  expect(printable("Žilina – „Ôsma“ & syn")).toBe("Žilina – „Ôsma“ & syn");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test("the progress bar fills from nothing to all, and is drawn at most ten times a second", () => {
  const lines: string[] = [];
  let now = 0;
  const show = showProgress(
    { out: () => {}, err: () => {}, status: (line) => lines.push(line), read: async () => new Uint8Array() },
    () => now,
  );
  show({ phase: "rows", done: 0, total: 200, rows: 0 });
  for (let done = 1; done < 100; done++) show({ phase: "rows", done, total: 200, rows: done });
  now = 100;
  show({ phase: "rows", done: 100, total: 200, rows: 1234 });
  show({ phase: "keys", done: 0, total: 1, rows: 0 });
  show({ phase: "keys", done: 1, total: 1, rows: 0 });
  show({ phase: "check", done: 0, total: 0, rows: 0 });
  expect(lines).toEqual([
    `rows       ${"·".repeat(24)}   0 %`,
    `rows       ${"█".repeat(12)}${"·".repeat(12)}  50 %  1,234 rows`,
    `keys       ${"·".repeat(24)}   0 %`,
    `keys       ${"█".repeat(24)} 100 %`,
    `check      ${"█".repeat(24)} 100 %`,
  ]);
});

test("the progress says how long it still takes, and without a terminal a line every ten seconds", () => {
  const [drawn, lines]: [string[], string[]] = [[], []];
  let clock = 0;
  const shared = { out: () => {}, read: async () => new Uint8Array() };
  const watched = showProgress({ ...shared, err: () => {}, status: (line) => drawn.push(line) }, () => clock);
  const logged = showProgress(
    { ...shared, isTerminal: false, err: (line) => lines.push(line), status: () => {} },
    () => clock,
  );
  for (let done = 0; done <= 60; done++, clock += 1_000) {
    for (const show of [watched, logged]) show({ phase: "read", done, total: 60, rows: 0 });
  }
  expect(drawn[1]).not.toContain("left");
  expect(drawn[30]).toMatch(/ 50 % {2}30 s left$/);
  expect(drawn.at(-1)).not.toContain("left");
  expect(lines).toHaveLength(6);
  expect(lines[2]).toMatch(/30 s left$/);
});
