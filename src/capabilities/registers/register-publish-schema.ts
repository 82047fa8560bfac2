import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";

export const publishInput = z.strictObject({
  to: z.string().min(1).describe("The folder from which a web server or an object store hands the snapshot out."),
  key: z.string().min(1).optional().describe("File of a private key of Ed25519 (PKCS 8, PEM) that signs it."),
  locale: localeParameter,
});

export type PublishRequest = Omit<z.output<typeof publishInput>, "locale">;

/** The result; `key` is the public key for SNAPSHOT_KEY, `null`: not signed. */
export interface PublishOutcome {
  readonly sha256: string;
  readonly bytes: number;
  /** Of its packed form, which is what instances fetch. */
  readonly packedBytes: number;
  /** False: this snapshot lay there already. */
  readonly isNew: boolean;
  readonly key: string | null;
}
