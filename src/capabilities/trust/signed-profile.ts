import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { noProfile } from "./trust-problems.ts";

/** A published profile with its signature: the same bytes each time, in Slovak, as it was signed. */
export const signedProfile = defineCapability({
  name: "signed_profile",
  access: "public",
  input: z.strictObject({
    slug: z
      .string()
      .min(1)
      .max(200)
      .meta({ examples: ["zilinske-strojarne"] }),
    revision: z.number().int().min(1).max(1_000_000).optional().describe("An earlier one; default: the one shown."),
    locale: localeParameter.describe("Language of error texts."),
  }),
  published: {
    title: "Signed profile",
    description:
      "A published profile as it was signed (detached JWS over RFC 8785), for a copy that can be checked later: it proves " +
      "that this service published the statement then, not that the statement is true.",
    output: z.object({
      document: z.record(z.string(), z.unknown()).describe("As supplier_trust_profile, with issuer and type."),
      jws: z.object({ protected: z.string(), signature: z.string() }),
    }),
  },
  rest: [{ method: "GET", path: "/trust/{slug}.jws.json", cost: { rows: ["supplier_trust_profile"] } }],
  run: async ({ slug, revision: asked }, { trust }) => {
    const profile = await trust.findBySlug(slug);
    const isShown = asked === undefined || asked === profile?.revision;
    // What was withdrawn meanwhile is distinguished from what is shown by reading it anew.
    const read =
      profile === undefined
        ? undefined
        : await (isShown ? trust.shown(profile) : trust.revision(profile.org_id, asked));
    if (read === undefined || read.isWithdrawn) throw new ServiceError(noProfile);
    return { document: { ...read.snapshot.document }, jws: read.jws };
  },
});

/** The public keys that sign or ever signed profiles (RFC 7517). */
export const trustKeySet = defineCapability({
  name: "trust_keys",
  access: "public",
  input: z.strictObject({ locale: localeParameter.describe("Language of error texts.") }),
  published: {
    title: "Keys of signatures",
    description: "The public keys that sign published profiles, and those that ever did (JSON Web Key Set).",
    output: z.object({
      keys: z.array(
        z.object({
          kty: z.literal("OKP"),
          crv: z.literal("Ed25519"),
          x: z.string(),
          kid: z.string(),
          use: z.literal("sig"),
          alg: z.literal("EdDSA"),
          nbf: z.number().int().describe("Seconds since 1970: since when it signs."),
          exp: z.number().int().optional().describe("Seconds since 1970: since when it signs nothing more."),
          revoked: z.string().optional().describe("Since when what it signed is void."),
        }),
      ),
    }),
  },
  rest: [{ method: "GET", path: "/.well-known/jwks.json", cost: { rows: ["web_page"] }, maxAge: 300 }],
  run: async (_input, { trust }) => ({ keys: [...(await trust.keys())] }),
});
