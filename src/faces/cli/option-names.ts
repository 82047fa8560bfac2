import type { OfferedNames } from "../../capabilities/calling/arguments.ts";
import type { Command } from "./command.ts";

/**
 * The arguments of capabilities as a command offers them, so that an error says what to type: `--organization` for
 * `organizationId`, `--scope` for `scopes`, `ICO` for `ico`. What a command offers under no such name keeps its own.
 */
export function optionNames({ options = {}, names = {}, usage, positionals }: Command): OfferedNames {
  const known = Object.keys(options);
  // The words that stand for one: `scope ICO`, `trust verify FILE|URL`.
  const places = positionals === undefined ? [] : (usage.split("--")[0]?.match(/\b[A-Z]{2,}\b/g) ?? []);
  return {
    known: known.map((option) => `--${option}`),
    fieldOf: ([first = "", ...rest]) => {
      const argument = names[String(first)] ?? kebab(String(first));
      const option = known
        .filter((name) => argument === name || argument === `${name}s` || argument.startsWith(`${name}-`))
        .toSorted((a, b) => b.length - a.length)[0];
      if (option === undefined) {
        const place = places.find((word) => word === argument.toUpperCase());
        return place ?? [first, ...rest].map(String).join(".");
      }
      // Each value of an option that may stand several times is one text, whatever it is made into.
      return [`--${option}`, ...(options[option]?.multiple === true ? [] : rest.map(String))].join(".");
    },
  };
}

/**
 * Names of arguments in errors with `--json`: the same as on all faces. Only `organizationId` is `organization`, which
 * scripts already read.
 */
export function fieldNames(known: readonly string[]): OfferedNames {
  const nameOf = (argument: string) => (argument === "organizationId" ? "organization" : argument);
  return {
    known: known.map(nameOf),
    fieldOf: ([first = "", ...rest]) => [nameOf(String(first)), ...rest.map(String)].join("."),
  };
}

/** `annexIIIUse` becomes `annex-iii-use`. */
export function kebab(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}
