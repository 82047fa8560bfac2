import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";

export const publishInput = z.strictObject({
  to: z.string().min(1).describe("The folder from which a web server or an object store hands the snapshot out."),
  key: z.string().min(1).optional().describe("File of a private key of Ed25519 (PKCS 8, PEM) that signs it."),
  locale: localeParameter,
});

export const publishOutput = z.object({
  sha256: z.string().describe("Of the register file."),
  bytes: z.number().int().describe("Of the register file."),
  packedBytes: z.number().int().describe("Of its packed form, which is what instances fetch."),
  isNew: z.boolean().describe("False: this snapshot lay there already."),
  key: z.string().nullable().describe("The public key for SNAPSHOT_KEY; null: not signed."),
});

export type PublishRequest = Omit<z.output<typeof publishInput>, "locale">;
export type PublishOutcome = z.output<typeof publishOutput>;
