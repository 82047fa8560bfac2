import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type fc from "fast-check";

/** An input of a parser, as it would come from outside. */
export type Input = Uint8Array<ArrayBuffer>;

/** What a folder of this folder exports as `fuzzer` from its `fuzzer.ts`: a parser, and how its answers are judged. */
export interface Fuzzer {
  /** Folders below the root with recorded answers of the source: they are part of the corpus. */
  readonly recorded?: readonly string[];
  /** True for the recorded files that this parser reads; default: all of them. */
  readonly isRecorded?: (name: string) => boolean;
  /** Words that mean something to the parser; they are put into inputs. */
  readonly words: readonly string[];
  /** Inputs that fast-check makes; the others are made by damaging the corpus. */
  readonly arbitrary: fc.Arbitrary<string>;
  /**
   * Parses one input and checks what comes out.
   * @throws when something is wrong: an error of another kind than the parser promises, or an answer that must not be.
   */
  check(input: Input): void | Promise<void>;
}

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Where the corpus of a fuzzer lies. */
export function corpusFolder(name: string): string {
  return join(HERE, name, "corpus");
}

/** The names of all fuzzers: the folders with a `fuzzer.ts`. */
export function fuzzerNames(): string[] {
  return readdirSync(HERE)
    .filter((name) => existsSync(join(HERE, name, "fuzzer.ts")))
    .sort();
}

/** Loads a fuzzer. @throws Error when its folder exports none. */
export async function loadFuzzer(name: string): Promise<Fuzzer> {
  const module: { readonly fuzzer?: Fuzzer } = await import(pathToFileURL(join(HERE, name, "fuzzer.ts")).href);
  if (module.fuzzer === undefined) throw new Error(`test/fuzz/${name}/fuzzer.ts exports no fuzzer`);
  return module.fuzzer;
}

/** The files of the corpus with their names, in the order of the names. */
export function corpusOf(
  name: string,
  { recorded = [], isRecorded = () => true }: Fuzzer,
): readonly (readonly [string, Input])[] {
  const own = filesOf(corpusFolder(name));
  const others = recorded.flatMap((folder) => filesOf(join(ROOT, folder)).filter(([file]) => isRecorded(file)));
  return [...own, ...others];
}

function filesOf(folder: string): [string, Input][] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file !== "README.md")
    .sort()
    .map((file) => [file, Uint8Array.from(readFileSync(join(folder, file)))]);
}
