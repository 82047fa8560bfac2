import { ares } from "./ares/definition.ts";
import type { RegisterDefinition } from "./definition.ts";
import { nis2Register } from "./nis2-register/definition.ts";
import { res } from "./res/definition.ts";
import { rpo } from "./rpo/definition.ts";
import { ruz } from "./ruz/definition.ts";
import type { FileRegister } from "./snapshot/records/file-register.ts";

/** All registers, in the order in which they are listed, fetched and shown. Everything else is derived from this list. */
export const REGISTERS = [res, ares, rpo, ruz, nis2Register] as const satisfies readonly RegisterDefinition[];

/** Slots of registers that are no longer in the list: files that name them may still be in use. */
export const RETIRED_SLOTS: readonly number[] = [];

type Listed = (typeof REGISTERS)[number];

/** A register whose files are imported; its id is the name of the format. */
export type RegisterFormat = Extract<Listed, { readonly file: object }>["id"];

/** A register that publishes files to download. */
export type FetchedFormat = Extract<Listed, { readonly download: object }>["id"];

/** Settings that hold the base address of a live register. */
export type LiveSetting = Extract<Listed, { readonly live: object }>["live"]["setting"];

const DEFINITIONS: readonly RegisterDefinition[] = REGISTERS;

/** The registers whose files are imported, as the snapshot has to know them. */
export const FILE_REGISTERS: readonly FileRegister[] = DEFINITIONS.flatMap((register) =>
  register.file === undefined ? [] : [{ ...register, file: register.file }],
);

/** The formats that `registers import` reads. */
export const REGISTER_FORMATS: readonly RegisterFormat[] = REGISTERS.flatMap((register) =>
  "file" in register ? [register.id] : [],
);

/** The formats that `registers fetch` downloads, in the order in which they are fetched. */
export const FETCHED_FORMATS: readonly FetchedFormat[] = REGISTERS.flatMap((register) =>
  "download" in register ? [register.id] : [],
);

/** The register of an id. @throws Error for an id that is not listed: a bug of the caller. */
export function registerNamed(id: string): RegisterDefinition {
  const register = DEFINITIONS.find((each) => each.id === id);
  if (register === undefined) throw new Error(`there is no register ${id}`);
  return register;
}

/** The register behind a source of provenance: its own id, or that of one of its live records. */
export function registerOfSource(source: string): RegisterDefinition | undefined {
  return BY_SOURCE.get(source);
}

/** True for a source whose firms may have ended although it states no end. */
export function missesEnds(source: string): boolean {
  return registerOfSource(source)?.missesEnds === true;
}

const BY_SOURCE = new Map(
  DEFINITIONS.flatMap((register): [string, RegisterDefinition][] => [
    [register.id, register],
    ...(register.live?.records ?? []).map((record): [string, RegisterDefinition] => [record.source, register]),
  ]),
);
