import { snapshotOf } from "../../src/capabilities/trust/trust-document.ts";
import { readConfig } from "../../src/config.ts";
import { newId } from "../../src/core/random-id.ts";
import type { SupplierAnswer } from "../../src/rules/supplier-questionnaire/visible-fields.ts";
import { composedSql } from "../../src/state/sql.ts";
import { openServices } from "../../src/wiring/open-services.ts";

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

/** What the address and the number of a made-up supplier are. */
export const slugAt = (index: number): string => `dodavatel-${index}`;
export const icoAt = (index: number): string => String(10_000_000 + index);

/** What a made-up profile is: `draft` was public once, was withdrawn and edited since; `withdrawn` was not edited. */
type MadeState = "published" | "draft" | "withdrawn";

/**
 * Writes so many profiles into the state that the settings name, every question of the questionnaire answered.
 * @param stateAt what each of them is; default: published
 */
export async function writeProfiles(
  settings: Readonly<Record<string, string>>,
  count: number,
  stateAt: (index: number) => MadeState = () => "published",
): Promise<void> {
  const opened = await openServices(readConfig(settings), { now: () => new Date(), log: quiet as never });
  const { state, services } = opened;
  await state.open();
  const questionnaire = services.knowledge.supplierQuestionnaires.newest;
  const answers = Object.fromEntries(
    questionnaire.fields.map(({ id, type, options }): [string, SupplierAnswer] => {
      if (type === "boolean") return [id, true];
      if (type === "integer") return [id, 24];
      if (type === "enum") return [id, options[0]?.value ?? ""];
      return [id, type === "text" ? "Upratovanie kancelárií trikrát týždenne, podľa zmluvy. ".repeat(4) : "firma.sk"];
    }),
  );
  const at = Date.now();
  const snapshotAt = (index: number) =>
    snapshotOf(
      {
        slug: slugAt(index),
        stated: { country: "SK", ico: icoAt(index), name: null },
        identity: { method: "operator", checkedAt: at, firm: { country: "SK", ico: icoAt(index) } },
        revision: 1,
        publishedAt: at,
        updatedAt: at,
        validUntil: "2099-01-01",
        questionnaire,
        answers: { ...answers, legalName: `Dodávateľ ${index}, s. r. o.` },
        visibility: {},
        evidence: [],
      },
      services,
    );
  const signed = await state.transaction((tx) => services.trust.sign(tx, snapshotAt(0).document, at));
  const organization = composedSql(
    "INSERT INTO organization (id, name, in_map, created_at, created_by) VALUES (?, ?, 1, ?, 'bench')",
  );
  const profile = composedSql(
    "INSERT INTO trust_profile (org_id, id, slug, country, ico, state, published_revision, questionnaire_version, " +
      "draft_answers, draft_visibility, draft_version, is_indexed, shows_scan, confirmed_at, identity_method, " +
      "identity_checked_at, published_at, withdrawn_at, created_at, updated_at) " +
      "VALUES (?, ?, ?, 'SK', ?, ?, 1, ?, '{}', '{}', 1, 1, 0, ?, 'operator', ?, ?, ?, ?, ?)",
  );
  const revision = composedSql(
    "INSERT INTO trust_revision (org_id, revision, questionnaire_version, snapshot, canonical_sha256, jws, key_id, " +
      "published_at, published_by, consent_version, valid_until, withdrawn_at) " +
      "VALUES (?, 1, ?, ?, ?, ?, ?, ?, 'bench', '1', '2099-01-01', ?)",
  );
  for (let from = 0; from < count; from += 500) {
    await state.transaction(async (tx) => {
      for (let index = from; index < Math.min(count, from + 500); index++) {
        const orgId = newId("organization");
        await tx.run(organization, orgId, slugAt(index), at);
        const { version } = questionnaire;
        const made = stateAt(index);
        const isPublic = made === "published";
        const firm = [newId("trustProfile"), slugAt(index), icoAt(index), made];
        const times = [isPublic ? at : null, isPublic ? null : at, at, at];
        await tx.run(profile, orgId, ...firm, version, at, at, ...times);
        const content = [JSON.stringify(snapshotAt(index)), signed.sha256, JSON.stringify(signed.jws), signed.keyId];
        await tx.run(revision, orgId, version, ...content, at, isPublic ? null : at);
      }
    });
  }
  await opened.close();
}
