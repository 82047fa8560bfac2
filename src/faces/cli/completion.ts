import type { Command } from "./command.ts";

/** The shells that `dosah completion` writes a script for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

/** What may stand behind a place on the command line. */
interface Place {
  /** The words before it, `registers` or `scope evaluate`; empty at the beginning. */
  readonly before: string;
  /** Sub-commands and options. */
  readonly words: readonly string[];
  /** Option, with the values it takes where they are a fixed list. */
  readonly values: readonly (readonly [option: string, values: readonly string[]])[];
}

/** The options of every command. */
const COMMON = ["--json", "--locale", "--help"];

/** The fixed values of options as the usage of a command names them: `--country SK|CZ`. */
export function optionValues({ usage }: Command): readonly (readonly [string, readonly string[]])[] {
  const named = [...usage.matchAll(/(--[\w-]+) ([\w.-]+(?:\|[\w.-]+)+)/g)];
  const values = named.map(([, option = "", list = ""]) => [option, list.split("|")] as const);
  return [...values.filter(([option]) => option !== "--locale"), ["--locale", ["sk", "cs", "en"]]];
}

/** What may stand first behind a command, where its usage names a fixed list: `completion bash|zsh|fish`. */
function firstWords({ words, usage }: Command): readonly string[] {
  const [first = ""] = usage.slice(words.length + 1).split(" ");
  return /^[a-z]+(\|[a-z]+)+$/.test(first) ? first.split("|") : [];
}

/** The options that a usage gives a file: `--file FILE`. */
function fileOptions(commands: readonly Command[]): readonly string[] {
  const named = commands.flatMap(({ usage }) => [...usage.matchAll(/--([\w-]+) (?:FILE|FOLDER)\b/g)]);
  return [...new Set(named.map(([, option = ""]) => option))].sort();
}

/** Every place where a word is expected, the longest words first: `scope evaluate` is not `scope`. */
function placesOf(commands: readonly Command[]): readonly Place[] {
  const all = [...commands.map(({ words }) => words), "serve"];
  const groups = all.flatMap((words) => {
    const parts = words.split(" ");
    return parts.map((_part, index) => parts.slice(0, index).join(" "));
  });
  const places = [...new Set([...groups, ...all])].map((before): Place => {
    const command = commands.find(({ words }) => words === before);
    const next = all.flatMap((words) => {
      const rest = before === "" ? words : words.startsWith(`${before} `) ? words.slice(before.length + 1) : "";
      return rest === "" ? [] : [rest.split(" ")[0] ?? ""];
    });
    const options =
      command === undefined ? [] : [...Object.keys(command.options ?? {}).map((name) => `--${name}`), ...COMMON];
    return {
      before,
      words: [...new Set(next)].sort().concat(command === undefined ? [] : firstWords(command), options),
      values: command === undefined ? [] : optionValues(command),
    };
  });
  return places.toSorted((a, b) => b.before.length - a.before.length);
}

/** The script that makes a shell complete the commands of `dosah`. It asks nothing of Dosah while one types. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  const places = placesOf(commands);
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](places, commands);
}

/** The branches of a `case` that bash and zsh read alike: `$before` chooses the place, `$previous` the option. */
function caseBranches(places: readonly Place[]): readonly string[] {
  return places.flatMap(({ before, words, values }) => [
    `    ${before === "" ? '" "' : `"${before} "*`})`,
    '      case "$previous" in',
    ...values.map(([option, list]) => `        ${option}) candidates="${list.join(" ")}" ;;`),
    `        *) candidates="${words.join(" ")}" ;;`,
    "      esac ;;",
  ]);
}

function bashScript(places: readonly Place[]): string {
  return [
    "# bash completion for dosah: source <(dosah completion bash)",
    "_dosah() {",
    `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" candidates=""`,
    `  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1} "`,
    '  case "$before" in',
    ...caseBranches(places),
    "  esac",
    '  COMPREPLY=($(compgen -W "$candidates" -- "$current"))',
    "}",
    "complete -o default -F _dosah dosah",
  ].join("\n");
}

function zshScript(places: readonly Place[], commands: readonly Command[]): string {
  return [
    "#compdef dosah",
    "# zsh completion for dosah: source <(dosah completion zsh), after compinit",
    "_dosah() {",
    `  local previous="\${words[CURRENT-1]}" candidates="" before="\${(j: :)words[2,CURRENT-1]} "`,
    '  case "$before" in',
    ...caseBranches(places),
    "  esac",
    `  if [[ -n "$candidates" ]]; then compadd -- \${(s: :)candidates}; fi`,
    `  if [[ "$previous" == --(${fileOptions(commands).join("|")}) ]]; then _files; fi`,
    "}",
    "compdef _dosah dosah",
  ].join("\n");
}

function fishScript(places: readonly Place[], commands: readonly Command[]): string {
  const files = fileOptions(commands);
  const named = places.filter(({ before }) => before !== "").map(({ before }) => `"${before}"`);
  return [
    "# fish completion for dosah: dosah completion fish | source",
    "function __dosah_place",
    "  set -l typed (commandline -opc)",
    '  set -l line (string join " " -- $typed[2..-1])',
    `  for place in ${named.join(" ")}`,
    '    if test "$line" = "$place"; or string match -q -- "$place *" "$line"',
    "      echo $place",
    "      return",
    "    end",
    "  end",
    '  test -z "$line"; and echo none',
    "end",
    ...places.flatMap(({ before, words, values }) => {
      const when = `complete -c dosah -n 'test (__dosah_place) = "${before === "" ? "none" : before}"'`;
      return words.map((word) => {
        const help = commands.find((command) => command.words === `${before} ${word}`.trim())?.help;
        const list = values.find(([option]) => option === word)?.[1];
        if (!word.startsWith("--")) return `${when} -f -a ${word}${help === undefined ? "" : ` -d ${quoted(help)}`}`;
        const file = files.includes(word.slice(2)) ? " -r -F" : "";
        return `${when} -l ${word.slice(2)}${list === undefined ? file : ` -x -a "${list.join(" ")}"`}`;
      });
    }),
  ].join("\n");
}

/** A text of ours between single quotes of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}
