import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Call } from "../../capabilities/calling/call.ts";
import { createCall } from "../../capabilities/calling/call.ts";
import { asOutage } from "../../capabilities/calling/state-outage.ts";
import type { Services } from "../../capabilities/contexts.ts";
import { ServiceError } from "../../core/problem.ts";
import { StateError } from "../../state/state-error.ts";
import { COMMANDS, runCommand } from "./cli.ts";
import type { Terminal } from "./command.ts";
import { optionNames } from "./option-names.ts";

/** A terminal that keeps what a command writes as an error. */
const errorsTo = (lines: string[]): Terminal => ({
  out: () => {},
  err: (line) => void lines.push(line),
  status: () => {},
  read: async () => new Uint8Array(),
});

const commandOf = (words: string) => {
  const command = COMMANDS.find((each) => each.words === words);
  if (command === undefined) throw new Error(`no command ${words}`);
  return command;
};

describe("an argument is called as the command offers it", () => {
  const cases: readonly (readonly [words: string, path: readonly PropertyKey[], name: string])[] = [
    ["key issue", ["email"], "--email"],
    ["key issue", ["scopes", 0], "--scope"],
    ["org delete", ["id"], "--id"],
    ["register set", ["organizationId"], "--organization"],
    ["scope evaluate", ["nace", 0, "code"], "--nace"],
    ["scope evaluate", ["naceRevision"], "--nace-revision"],
    ["scope evaluate", ["group", 2, "employees"], "--group.2.employees"],
    ["ai-act", ["annexIIIUse"], "--annex-iii-use"],
    ["ai-act", ["annexIIIException"], "--annex-iii-exception"],
    ["scope", ["ico"], "ICO"],
    ["domain add", ["domain"], "DOMAIN"],
    // Offered under no name of its own.
    ["stats", ["somethingElse", 1, "inside"], "somethingElse.1.inside"],
    // No word of a longer one.
    ["key issue", ["nameOfIt"], "--name"],
    ["key issue", ["names"], "--name"],
    ["key issue", ["named"], "named"],
  ];
  for (const [words, path, name] of cases) {
    test(`${words}: ${path.map(String).join(".")} is ${name}`, () => {
      expect(optionNames(commandOf(words)).fieldOf(path)).toBe(name);
    });
  }
});

describe("an error on a terminal says what to type", () => {
  const call: Call = createCall({} as Services, { take: () => ({ allowed: true, states: [] }) });

  async function answer(words: string, ...argv: readonly string[]) {
    const err: string[] = [];
    const terminal = errorsTo(err);
    const code = await runCommand(commandOf(words), [...words.split(" "), ...argv], { call, terminal });
    return { code, err };
  }

  test("the option with what it takes, in each language", async () => {
    expect(await answer("obligations", "--country", "AT")).toEqual({
      code: 2,
      err: ["Argument --country nie je platný.", "Pošlite --country: jedna z hodnôt SK, CZ."],
    });
    expect((await answer("obligations", "--country", "AT", "--locale", "en")).err[0]).toBe(
      "The argument --country is not valid.",
    );
    expect((await answer("obligations", "--country", "AT", "--locale", "cs")).err[0]).toBe(
      "Argument --country není platný.",
    );
  });

  test("the option before a sentence that does not name it, and no word in place of one", async () => {
    const past = { sk: "Tento deň už uplynul.", cs: "Tento den už uplynul.", en: "This day is over." };
    const refuse = async (words: string, field: string, message = past) => {
      const refused = new ServiceError({ code: "invalid_arguments", field, message, nextStep: message });
      const err: string[] = [];
      const terminal = errorsTo(err);
      const command = { ...commandOf(words), positionals: [0, 9] as const, run: () => Promise.reject(refused) };
      await runCommand(command, words.split(" "), { call, terminal });
      return err[0];
    };
    expect(await refuse("key issue", "expires")).toBe("--expires: Tento deň už uplynul.");
    expect(await refuse("key issue", "somethingElse")).toBe("Tento deň už uplynul.");
    expect(await refuse("scope", "ico")).toBe("Tento deň už uplynul.");
    const naming = { ...past, sk: "Deň v --expires už uplynul." };
    expect(await refuse("key issue", "expires", naming)).toBe("Deň v --expires už uplynul.");
  });

  test("where the state database is down, the command that says why", async () => {
    const down = () => Promise.reject(asOutage(new StateError("down")));
    const err: string[] = [];
    const terminal = errorsTo(err);
    await runCommand({ ...commandOf("user list"), run: down }, ["user", "list", "--locale", "en"], { call, terminal });
    expect(err).toEqual([
      "The data of accounts is not available now.",
      "Try again in a moment.",
      "dosah doctor says why.",
    ]);
  });

  test.each([
    ["member list", "organization"],
    ["key issue", "email"],
    ["domain add", "organization", "firma.sk"],
  ])("a program that leaves an argument of %s out reads that it is %s", async (words, field, ...argv) => {
    const { code, err } = await answer(words, ...argv, "--json", "--locale", "en");
    const problem = z.object({ error: z.object({ field: z.string(), message: z.string() }) });
    const { error } = problem.parse(JSON.parse(err.join("")));
    expect([code, error]).toEqual([2, { field, message: `The argument ${field} is missing.` }]);
  });

  test("a program reads the name that the field has everywhere", async () => {
    const { code, err } = await answer("obligations", "--country", "AT", "--json");
    const problem = z.object({ error: z.object({ field: z.string() }) }).parse(JSON.parse(err.join("")));
    expect([code, problem.error.field]).toEqual([2, "country"]);
  });
});
