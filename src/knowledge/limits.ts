import { join } from "node:path";
import { z } from "zod";
import { type RowSubject, subjectOf } from "../core/cost.ts";
import { loadYaml } from "./load.ts";

/** One row of `limits.yaml`. */
export interface LimitRow {
  readonly name: string;
  readonly perMinute?: number;
  readonly perHour?: number;
  readonly perDay?: number;
  /** One count for all callers together instead of one for each address. */
  readonly shared?: boolean;
  /** Counts the networks around an address too. */
  readonly steps?: boolean;
  /** Each instance counts for itself, also where others share their counts. */
  readonly perInstance?: boolean;
  /** By whom it counts. */
  readonly subject: RowSubject;
  /** What the row counts: `tool NAME`, `METHOD /path`, `pages`, or what else is counted: `keys` (wrong ones), `sign_ins`. */
  readonly counts: readonly string[];
  /** The sentence that the numbers come from. */
  readonly note: string;
}

/** More than anybody can ask, and still exact when an exempt network multiplies it. */
const HIGHEST = 1_000_000_000;

const calls = z
  .number({ error: "a limit is a whole number of calls" })
  .refine((value) => Number.isInteger(value) && value >= 1 && value <= HIGHEST, {
    error: `a limit is a whole number of calls from 1 to ${HIGHEST}`,
  });

const numbers = {
  perMinute: calls.optional(),
  perHour: calls.optional(),
  perDay: calls.optional(),
  shared: z.boolean({ error: "true or false" }).optional(),
  steps: z.boolean({ error: "true or false" }).optional(),
};

const unknownKeys = ({ code, keys }: { code?: string; keys?: readonly string[] }): string | undefined =>
  code === "unrecognized_keys" ? `unknown: ${keys?.join(", ")}` : undefined;

const hasLimit = (row: { readonly [Name in "perMinute" | "perHour" | "perDay"]?: number | undefined }): boolean =>
  row.perMinute !== undefined || row.perHour !== undefined || row.perDay !== undefined;

const noLimit = { error: "needs perMinute, perHour or perDay" };

const shippedRow = z
  .strictObject(
    {
      ...numbers,
      perInstance: z.boolean().optional(),
      counts: z
        .array(
          z
            .string()
            .regex(
              /^(tool [a-z0-9_]+|(GET|POST) \/[a-z0-9/.{}-]+|pages|requests|reads|writes|files|uploads|share_uses|feed_uses|evidence|organizations|scan_orders|keys|sign_ins|failed_sign_ins|failed_sign_ins_known|sign_ups|mails|reset_mails|codes|invitations|quick_checks|proofs|complaints|access_requests|signatures|looks|rows)$/,
            ),
        )
        .min(1),
      note: z.string().min(1),
    },
    { error: unknownKeys },
  )
  .refine(hasLimit, noLimit);

/** An operator's row: what it counts stays as shipped. */
const operatorRow = z
  .strictObject(
    {
      ...numbers,
      perInstance: z.boolean().optional(),
      counts: z.array(z.string()).optional(),
      note: z.string().optional(),
    },
    { error: unknownKeys },
  )
  .refine(hasLimit, noLimit);

const shippedTable = z.record(z.string().regex(/^[a-z0-9_]+$/), shippedRow);

/**
 * Reads `limits.yaml` and, over it, an operator's `LIMITS_FILE`, in the order of the shipped file.
 * A row of the operator replaces the numbers of the shipped row of the same name, all of them: what it does not
 * state is no longer limited. Whether a row is shared or has steps is part of what it counts and cannot be changed.
 * @param dir the folder of the knowledge files.
 * @param overridesFile path of the operator's file; none: the shipped numbers hold.
 * @param onGone is called with the name of an ignored row that former releases had.
 * @throws KnowledgeError with `file:line row: what is wrong`, one mistake a line.
 */
export function loadLimits(
  dir: string,
  overridesFile?: string,
  onGone: (name: string) => void = () => undefined,
): readonly LimitRow[] {
  const shipped = loadYaml(join(dir, "limits.yaml"), shippedTable);
  const overrides = overridesFile === undefined ? {} : loadOverrides(overridesFile, shipped, onGone);
  return Object.freeze(Object.entries(shipped).map(([name, row]) => toRow(name, row, overrides[name] ?? row)));
}

type Numbers = z.output<typeof operatorRow>;

function toRow(name: string, shipped: z.output<typeof shippedRow>, { perMinute, perHour, perDay }: Numbers): LimitRow {
  return Object.freeze({
    name,
    ...(perMinute === undefined ? {} : { perMinute }),
    ...(perHour === undefined ? {} : { perHour }),
    ...(perDay === undefined ? {} : { perDay }),
    ...(shipped.shared === true ? { shared: true } : {}),
    ...(shipped.steps === true ? { steps: true } : {}),
    ...(shipped.perInstance === true ? { perInstance: true } : {}),
    subject: subjectOf(name),
    counts: shipped.counts,
    note: shipped.note,
  });
}

/** Rows of former releases: once-only answers are counted in the state now, and need no number. */
const GONE: readonly string[] = ["passkey_challenge", "second_factor_challenge"];

function loadOverrides(
  file: string,
  shipped: z.output<typeof shippedTable>,
  onGone: (name: string) => void,
): Readonly<Record<string, Numbers>> {
  const known = Object.keys(shipped);
  const table = z
    .record(z.string(), operatorRow, { error: "a file of limits is a table: name, then perMinute, perHour and perDay" })
    .superRefine((rows, context) => {
      for (const [name, row] of Object.entries(rows)) {
        if (GONE.includes(name)) {
          onGone(name);
          continue;
        }
        const original = Object.hasOwn(shipped, name) ? shipped[name] : undefined;
        if (original === undefined) {
          context.addIssue({ code: "custom", path: [name], message: `no such limit; known: ${known.join(", ")}` });
        } else if (row.shared !== undefined && row.shared !== (original.shared ?? false)) {
          context.addIssue({
            code: "custom",
            path: [name, "shared"],
            message: original.shared === true ? "this limit is shared by all callers" : "this limit is per address",
          });
        } else if (row.steps !== undefined && row.steps !== (original.steps ?? false)) {
          context.addIssue({
            code: "custom",
            path: [name, "steps"],
            message: original.steps === true ? "this limit counts networks too" : "this limit counts no networks",
          });
        }
      }
    })
    // A file of comments only changes nothing.
    .nullable();
  return loadYaml(file, table) ?? {};
}
