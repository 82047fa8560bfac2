import { createHash } from "node:crypto";
import { z } from "zod";
import { addDays } from "../../core/calendar.ts";
import { isDay } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { withScheme } from "../../core/typed-contact.ts";
import { readDay } from "../../core/typed-day.ts";
import { isHttps } from "../../rules/supplier-questionnaire/check-answer.ts";
import { VISIBILITIES } from "../../rules/supplier-questionnaire/visibility.ts";
import { publishedBySlug, trustRevision } from "../../state/trust-profiles.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { type Fault, Refused, refuseFaults } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { questionnaireOf } from "./draft.ts";
import { bytes, type Snapshot } from "./statement.ts";
import { noProfile } from "./trust-problems.ts";

/** Bytes of one file, and of all files of a profile. */
export const MOST_BYTES = 5 * 1024 * 1024;
const MOST_ALL_BYTES = 25 * 1024 * 1024;
const MOST_OF_FIELD = 3;
const MOST_OF_PROFILE = 20;
const MOST_TITLE = 120;

/** What a file is, by how it begins: what its name says counts for nothing. */
const KINDS: readonly { readonly mediaType: string; readonly begins: readonly number[] }[] = [
  { mediaType: "application/pdf", begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { mediaType: "image/png", begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mediaType: "image/jpeg", begins: [0xff, 0xd8, 0xff] },
];

/** The media type of a file that may be shown as evidence; `undefined` for every other. */
export function evidenceTypeOf(bytes: Uint8Array): string | undefined {
  return KINDS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte))?.mediaType;
}

/** Adds a link or a file to an answer of the draft. */
export const trustEvidenceAdd = defineCapability({
  name: "trust_evidence_add",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    fieldId: z.string(),
    title: z.string(),
    url: z.string().default(""),
    file: bytes.optional(),
    issuedOn: z.string().default(""),
    expiresOn: z.string().default(""),
    visibility: z.enum(VISIBILITIES).default("public"),
    organizationId: organizationParameter,
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write", "upload"] },
    path: "/organizations/:organizationId/trust-profile/evidence",
    leadsTo: "/organizations/:organizationId/trust-profile/evidence",
    done: "created",
    // A little more, so that a file that is too large is refused with its own words.
    mostFileBytes: MOST_BYTES + 1024 * 1024,
  },
  run: async (input, { store, write, person, trust, ...others }) => {
    const services = { ...others, trust };
    const profile = await store.trust.profile();
    const questionnaire = questionnaireOf(profile, services);
    const { file, visibility } = input;
    const title = foreignText(input.title);
    const url = withScheme(input.url);
    const type = file === undefined ? undefined : evidenceTypeOf(file);
    const faults: Fault[] = [];
    if (!questionnaire.fieldById.has(input.fieldId)) {
      faults.push({ code: "answer_invalid", field: "fieldId", why: NO_FIELD });
    }
    if (title === "" || [...title].length > MOST_TITLE) faults.push({ code: "title_invalid", field: "title" });
    if (file === undefined && !(isHttps(url) && url.length <= 1000)) faults.push({ code: "url_invalid", field: "url" });
    if (file !== undefined && file.length > MOST_BYTES) faults.push({ code: "evidence_size", field: "file" });
    else if (file !== undefined && type === undefined) faults.push({ code: "evidence_type", field: "file" });
    const days = { issuedOn: typedDay(input.issuedOn), expiresOn: typedDay(input.expiresOn) };
    for (const [field, day] of Object.entries(days)) {
      if (day !== "" && !isPossible(day, services.today())) faults.push({ code: "date_invalid", field, why: NO_DAY });
    }
    refuseFaults(faults);
    const at = trust.now();
    const id = newId("evidence");
    await write(async ({ store: own, record }) => {
      const made = await own.trust.lock(questionnaire.version, at);
      const there = await own.trust.evidence();
      if (
        there.length >= MOST_OF_PROFILE ||
        there.filter(({ field_id }) => field_id === input.fieldId).length >= MOST_OF_FIELD
      ) {
        throw new Refused([{ code: "evidence_limit", field: "fieldId" }]);
      }
      const held = there.reduce((sum, { size }) => sum + (size ?? 0), 0);
      if (held + (file?.length ?? 0) > MOST_ALL_BYTES) throw new Refused([{ code: "evidence_size", field: "file" }]);
      await own.trust.addEvidence(
        {
          id,
          field_id: input.fieldId,
          kind: file === undefined ? "link" : "file",
          title,
          url: file === undefined ? url : null,
          media_type: type ?? null,
          size: file?.length ?? null,
          file_sha256: file === undefined ? null : createHash("sha256").update(file).digest("hex"),
          issued_on: days.issuedOn || null,
          expires_on: days.expiresOn || null,
          visibility,
          created_by: person.accountId,
          created_at: at,
        },
        file ?? null,
      );
      const details = { evidence: id, kind: file === undefined ? "link" : "file" };
      await record("trust.evidence_added", { type: "profile", id: made.id }, details);
    });
    return { id };
  },
});

const NO_FIELD = { sk: "takej otázky niet", cs: "taková otázka není", en: "there is no such question" };
/** A day as people type it; what is none stays as it is and is refused. */
const typedDay = (text: string): string => readDay(text) ?? text.trim();

const NO_DAY = { sk: "taký deň nie je možný", cs: "takový den není možný", en: "there is no such day" };

/** A day that exists, within a lifetime of documents. */
function isPossible(day: string, today: string): boolean {
  return isDay(day) && day > "1990-01-01" && day < addDays(today, 36_525);
}

/**
 * Removes evidence of the draft with its file, which everybody loses at once. A published statement goes on to name it, as
 * it was signed, and its page says that it was removed.
 */
export const trustEvidenceRemove = defineCapability({
  name: "trust_evidence_remove",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({ evidenceId: z.string(), organizationId: organizationParameter, locale: localeParameter }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/trust-profile/evidence/:evidenceId/remove",
    leadsTo: "/organizations/:organizationId/trust-profile/evidence",
    done: "removed",
    gone: ({ untrusted }) => untrusted.gone,
  },
  run: async ({ evidenceId }, { store, write, trust }) => {
    const profile = await store.trust.profile();
    const evidence = (await store.trust.evidence()).find(({ id }) => id === evidenceId);
    if (profile === undefined || evidence === undefined) throw new ServiceError(notYours);
    await write(async ({ store: own, record }) => {
      // Nobody publishes from here on: what is public now is what would lose its file.
      const { slug } = await own.trust.lock(profile.questionnaire_version, trust.now());
      const published = slug === null ? undefined : await publishedBySlug(own.trust.db, slug);
      const shown = published && (await trustRevision(own.trust.db, published.org_id, published.revision));
      const snapshot: Snapshot | undefined = shown && JSON.parse(shown.snapshot);
      const isPublished = snapshot?.evidence.some(({ id }) => id === evidenceId) === true;
      await own.trust.removeEvidence(evidenceId, { isPublished, at: trust.now() });
      await record("trust.evidence_removed", { type: "profile", id: profile.id }, { evidence: evidenceId });
    });
    return { untrusted: { gone: foreignText(evidence.title) } };
  },
});

/** A file that a published profile shows to everybody. Its bytes are read when they are asked for. */
export const trustEvidenceFile = defineCapability({
  name: "trust_evidence_file",
  access: "public",
  input: z.strictObject({ slug: z.string(), evidenceId: z.string(), locale: localeParameter }),
  run: async ({ slug, evidenceId }, { trust }) => {
    const profile = await trust.findBySlug(slug);
    const revision = profile === undefined ? undefined : await trust.shown(profile);
    const found = revision?.snapshot.evidence.find(
      ({ id, visibility }) => id === evidenceId && visibility === "public",
    );
    const sha256 = found?.file_sha256 ?? null;
    if (profile === undefined || sha256 === null) throw new ServiceError(noProfile);
    const isRemoved = (await trust.removed(profile)).has(evidenceId);
    if (isRemoved || found?.media_type == null) throw new ServiceError(noProfile);
    const read = async () => {
      const content = await trust.file(profile.org_id, sha256);
      if (content === undefined) throw new ServiceError(noProfile);
      return content;
    };
    return { mediaType: found.media_type, sha256, read };
  },
});
