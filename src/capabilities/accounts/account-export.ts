import { z } from "zod";
import { foreignLines, foreignText } from "../../core/foreign-text.ts";
import type { AuditEntry } from "../../state/audit-log.ts";
import { readStoredEntry } from "../../state/register-entries.ts";
import { readSupplierNote } from "../../state/supplier-changes.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { LONGEST_SESSION_MS } from "./start-session.ts";

const PAGE = 1_000;

const instant = (at: number) => new Date(at).toISOString();
const instantOrNull = (at: number | null) => (at === null ? null : instant(at));

/** What a save left in the register. */
function savedEntry(after: string) {
  const entry = readStoredEntry(after);
  if (entry === null) return {};
  return {
    status: entry.status,
    lastReviewedAt: entry.last_reviewed_at,
    nextReviewAt: entry.next_review_at,
    untrusted: {
      evidenceNote: foreignLines(entry.evidence_note),
      responsiblePerson: foreignText(entry.responsible_person),
    },
  };
}

/** What a save left in the list of suppliers. */
function savedNote(after: string) {
  const { judgement, note } = readSupplierNote(after);
  return { judgement, untrusted: { note: foreignLines(note) } };
}

/** Everything about the person that Dosah holds, for the person: no hash, no secret, nothing about others. */
export const accountExport = defineCapability({
  name: "account_export",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { store, person, accounts, write }) => {
    const { own } = store;
    const at = accounts.now();
    const account = await own.get();
    if (account === undefined) throw new Error("the account of a session vanished");
    const [totp, left, passkeys, identities, sessions, organizations, keys, changes, judged, answers] =
      await Promise.all([
        own.totp(),
        own.backupCodesLeft(),
        own.passkeys(),
        own.identities(),
        own.sessions(at),
        store.organizations(),
        own.keys(at),
        own.registerChanges(),
        own.supplierChanges(),
        own.answers(),
      ]);
    const entries: AuditEntry[] = [];
    for (;;) {
      const last = entries.at(-1);
      const page = await store.audit(PAGE, last === undefined ? undefined : { at: last.at, id: last.id });
      entries.push(...page);
      if (page.length < PAGE) break;
    }
    await write(({ record }) => record("account.exported", { type: "account", id: person.accountId }));
    return {
      exportedAt: instant(at),
      account: {
        id: account.id,
        locale: account.locale,
        createdAt: instant(account.created_at),
        emailVerifiedAt: instantOrNull(account.email_verified_at),
        untrusted: { name: foreignText(account.name), email: foreignText(account.email) },
      },
      signIn: {
        hasPassword: account.password_hash !== null,
        twoFactor: totp !== undefined && totp.confirmed_at !== null,
        backupCodesLeft: left,
        passkeys: passkeys.map(({ name, created_at, last_used_at }) => ({
          createdAt: instant(created_at),
          lastUsedAt: instantOrNull(last_used_at),
          untrusted: { name: foreignText(name) },
        })),
        identities: identities.map(({ issuer, subject, created_at }) => ({
          createdAt: instant(created_at),
          untrusted: { issuer: foreignText(issuer), subject: foreignText(subject) },
        })),
      },
      sessions: sessions.map(({ expires_at, seen_at, ip_prefix, agent }) => ({
        startedAt: instant(expires_at - LONGEST_SESSION_MS),
        seenAt: instant(seen_at),
        ipPrefix: ip_prefix,
        agent,
      })),
      keys: keys.map(({ id, name, scopes, tail, created_at, expires_at, last_used_at, last_used_prefix }) => ({
        id,
        scopes,
        tail,
        createdAt: instant(created_at),
        expiresAt: instantOrNull(expires_at),
        lastUsedAt: instantOrNull(last_used_at),
        lastUsedPrefix: last_used_prefix,
        untrusted: { name: foreignText(name) },
      })),
      memberships: organizations.map(({ id, role, since, name }) => ({
        organizationId: id,
        role,
        since: instant(since),
        untrusted: { name: foreignText(name) },
      })),
      registerChanges: changes.map(({ org_id, code, version, at: when, after }) => ({
        organizationId: org_id,
        code,
        version,
        at: instant(when),
        ...savedEntry(after),
      })),
      supplierChanges: judged.map(({ org_id, country, ico, version, at: when, after }) => ({
        organizationId: org_id,
        country,
        ico,
        version,
        at: instant(when),
        ...savedNote(after),
      })),
      questionnaireAnswers: answers.map(({ org_id, assessment_id, question_id, answer, at: when }) => ({
        organizationId: org_id,
        questionnaireId: assessment_id,
        questionId: question_id,
        answer,
        at: instant(when),
      })),
      auditLog: entries.map(({ id, at: when, action, org_id, target_type, target_id, via, ip_prefix }) => ({
        id,
        at: instant(when),
        action,
        organizationId: org_id,
        target: target_type === null ? null : { type: target_type, id: target_id },
        via,
        ipPrefix: ip_prefix,
      })),
    };
  },
});
