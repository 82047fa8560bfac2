import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/faces/cli/cli.ts";
import { completionScript } from "../../src/faces/cli/completion.ts";

/** What a shell offers behind these words; the last one is what is being typed. */
type Offer = (...words: string[]) => readonly string[];

const offered = (output: string) => output.split(/\s+/).filter((word) => word !== "");

const offers: Readonly<Record<"bash" | "zsh" | "fish", Offer>> = {
  bash: (...words) => {
    const script = `${completionScript("bash", COMMANDS)}
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dosah; echo "\${COMPREPLY[*]}"`;
    return offered(execFileSync("bash", ["-c", script, "bash", "dosah", ...words], { encoding: "utf8" }));
  },
  zsh: (...words) => {
    // Outside an editor the functions of zsh that take candidates are not there: these print them.
    const script = `compdef() {}; _files() { print FILES }; compadd() { shift; print -r -- "$@" }
      ${completionScript("zsh", COMMANDS)}
      words=("$@"); CURRENT=$#; _dosah`;
    const typed = words.at(-1) ?? "";
    const output = execFileSync("zsh", ["-fc", script, "zsh", "dosah", ...words], { encoding: "utf8" });
    return offered(output).filter((word) => word.startsWith(typed));
  },
  fish: (...words) => {
    const script = `${completionScript("fish", COMMANDS)}
      complete -C "dosah ${words.join(" ")}"`;
    const output = execFileSync("fish", ["--no-config", "-c", script], { encoding: "utf8" });
    return output.split("\n").flatMap((line) => line.split("\t")[0] || []);
  },
};

const isThere = (shell: string) => spawnSync(shell, ["--version"]).error === undefined;

describe.each(["bash", "zsh", "fish"] as const)("completion for %s", (shell) => {
  describe.skipIf(!isThere(shell))("where the shell is installed", () => {
    const offer = offers[shell];

    test("offers every command at the beginning, and those that begin as typed", () => {
      const first = COMMANDS.map(({ words }) => words.split(" ")[0] ?? "");
      expect(offer("")).toEqual([...new Set([...first, "serve"])].sort());
      expect(offer("sco")).toEqual(["scope"]);
    });

    test("offers the second word of a command", () => {
      expect(offer("registers", "")).toEqual(["fetch", "import", "publish", "status"]);
      expect(offer("scope", "e")).toEqual(["evaluate"]);
      expect(offer("completion", "f")).toEqual(["fish"]);
    });

    test("offers the options of a command, not those of another", () => {
      expect(offer("scope", "31322832", "--")).toContain("--csv");
      expect(offer("scope", "evaluate", "--")).toContain("--employees");
      expect(offer("scope", "evaluate", "--")).not.toContain("--csv");
    });

    test("offers the values of an option where there is a fixed list", () => {
      expect([...offer("scope", "--country", "")].sort()).toEqual(["CZ", "SK"]);
      expect(offer("feed", "--topic", "A")).toEqual(expect.arrayContaining(["AML", "AI_ACT"]));
      expect([...offer("search", "x", "--locale", "")].sort()).toEqual(["cs", "en", "sk"]);
    });
  });
});
