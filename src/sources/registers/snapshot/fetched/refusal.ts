/**
 * Why a fetched snapshot is not used. `no_checksum`: what should be its checksum is none; `other_version`: a layout of
 * an older or newer Dosah; `not_sound`: no register file, or one that fails its check; `only_sample`: it would replace
 * a whole register, or nothing, by the shipped sample; `unsigned`: `SNAPSHOT_KEY` is set and no signature stands beside
 * it; `wrong_signature`: one of another key or of another checksum.
 */
export const REFUSALS = [
  "no_checksum",
  "other_version",
  "not_sound",
  "only_sample",
  "unsigned",
  "wrong_signature",
] as const;

export type RefusalKind = (typeof REFUSALS)[number];

/** A fetched snapshot that is not used. The message is for the operator, in our own words. */
export class SnapshotRefusal extends Error {
  override readonly name = "SnapshotRefusal";
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** A layout that this program cannot read. */
export function otherVersion(schema: number, ours: number): SnapshotRefusal {
  const advice = schema > ours ? "update Dosah on this machine" : "update Dosah where the snapshot is made";
  return new SnapshotRefusal(
    "other_version",
    `the snapshot has layout ${schema}, this Dosah reads ${ours}: ${advice}. What is here serves on.`,
  );
}
