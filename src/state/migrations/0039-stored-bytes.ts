import type { Migration } from "./migration.ts";

/** Texts and files that were stored before are charged too. */
export const storedBytes: Migration = {
  version: 39,
  name: "stored-bytes",
  minProgram: 4,
  text: `
    INSERT INTO budget_use (account_id, name, day, amount)
      SELECT o.charged_to, 'stored_bytes', '-', CAST(SUM(
        COALESCE((SELECT SUM(COALESCE(octet_length(trust_profile.draft_answers), 0) +
          COALESCE(octet_length(trust_profile.draft_visibility), 0))
          FROM trust_profile WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(trust_revision.snapshot), 0) +
          COALESCE(octet_length(trust_revision.jws), 0))
          FROM trust_revision WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(trust_evidence.title), 0) +
          COALESCE(octet_length(trust_evidence.url), 0))
          FROM trust_evidence WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(trust_file.bytes), 0))
          FROM trust_file WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(register_entry.evidence_note), 0) +
          COALESCE(octet_length(register_entry.responsible_person), 0))
          FROM register_entry WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(register_change.before), 0) +
          COALESCE(octet_length(register_change.after), 0))
          FROM register_change WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(register_comment."text"), 0))
          FROM register_comment WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(finding_state.reason), 0))
          FROM finding_state WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(assessment_answer.answer), 0) +
          COALESCE(octet_length(assessment_answer.note), 0) +
          COALESCE(octet_length(assessment_answer.replaced), 0))
          FROM assessment_answer WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(organization_facts.facts), 0) +
          COALESCE(octet_length(organization_facts.dates), 0))
          FROM organization_facts WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(supplier_entry.note), 0) +
          COALESCE(octet_length(supplier_entry.judgement), 0) +
          COALESCE(octet_length(supplier_entry.contact_name), 0) +
          COALESCE(octet_length(supplier_entry.contact_email), 0))
          FROM supplier_entry WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(supplier_change.before), 0) +
          COALESCE(octet_length(supplier_change.after), 0))
          FROM supplier_change WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(firm_list.name), 0))
          FROM firm_list WHERE org_id = o.id), 0) +
        COALESCE((SELECT SUM(COALESCE(octet_length(list_row.label), 0) +
          COALESCE(octet_length(list_row.tags), 0) + COALESCE(octet_length(list_row.note), 0))
          FROM list_row JOIN firm_list ON firm_list.id = list_row.list_id WHERE org_id = o.id), 0)
      ) AS bigint)
      FROM organization o JOIN account a ON a.id = o.charged_to GROUP BY o.charged_to
      ON CONFLICT (account_id, name, day) DO UPDATE SET amount = excluded.amount`,
};
