import { z } from "zod";
import { foreignLines, foreignText } from "../../core/foreign-text.ts";
import type { AuditEntry } from "../../state/audit-log.ts";
import { readStoredEntry } from "../../state/register-entries.ts";
import { readSupplierNote } from "../../state/supplier-changes.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { inSlices, readInSlices } from "../rows/in-slices.ts";
import { LONGEST_SESSION_MS } from "./start-session.ts";

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
  openToOperator: true,
  needsSession: true,
  effect: "write",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { store, person, accounts, write }) => {
    const { own } = store;
    const at = accounts.now();
    const account = await own.get();
    if (account === undefined) throw new Error("the account of a session vanished");
    const [
      totp,
      left,
      passkeys,
      identities,
      sessions,
      organizations,
      keys,
      changes,
      comments,
      judged,
      answers,
      ...rest
    ] = await Promise.all([
      own.totp(),
      own.backupCodesLeft(),
      own.passkeys(),
      own.identities(),
      own.sessions(at),
      store.organizations(),
      own.keys(at),
      own.registerChanges(),
      own.comments(),
      own.supplierChanges(),
      own.answers(),
      own.tasks(),
      store.digest(),
      store.leftOut(),
      store.subscriptions(),
    ]);
    const [tasks, digest, leftOut, subscriptions] = rest;
    const shownKeys = [];
    for (const key of keys) {
      const reached = key.reach === "all" ? [] : await own.organizationsOfKey(key.id);
      shownKeys.push({
        id: key.id,
        scopes: key.scopes,
        tail: key.tail,
        reach: key.reach,
        organizations: reached.map(({ org_id }) => org_id),
        createdAt: instant(key.created_at),
        expiresAt: instantOrNull(key.expires_at),
        lastUsedAt: instantOrNull(key.last_used_at),
        lastUsedPrefix: key.last_used_prefix,
        untrusted: { name: foreignText(key.name) },
      });
    }
    const connections = [];
    for (const each of await own.connections(at)) {
      const chosen = await own.chosenOrganizations(each.id);
      connections.push({
        id: each.id,
        host: each.client_host,
        resource: each.resource,
        scopes: each.scopes.split(" "),
        reach: each.reach,
        organizations: chosen.map(({ org_id }) => org_id),
        createdAt: instant(each.created_at),
        consentedAt: instant(each.consented_at),
        expiresAt: instant(each.expires_at),
        lastUsedAt: instantOrNull(each.last_used_at),
        lastUsedPrefix: each.last_used_prefix,
        untrusted: { client: foreignText(each.client_name) },
      });
    }
    const entries = await readInSlices<AuditEntry>((size, last) =>
      store.audit(size, last === undefined ? undefined : { at: last.at, id: last.id }),
    );
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
      keys: shownKeys,
      connections,
      digest: { frequency: digest.frequency, sentFor: digest.sent_for, leftOut },
      subscriptions: subscriptions.map(({ id, kind, org_id, list_id, created_at }) => ({
        id,
        kind,
        organizationId: org_id,
        listId: list_id,
        createdAt: instant(Number(created_at)),
      })),
      tasks: tasks.map((task) => ({
        organizationId: task.org_id,
        key: task.key,
        state: task.state,
        until: task.until,
        doneOn: task.done_on,
        assignedToMe: task.assignee_id === person.accountId,
        saidByMe: task.by === person.accountId,
        at: instant(task.at),
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
      comments: comments.map(({ org_id, id, code, text, at: when }) => ({
        organizationId: org_id,
        id,
        code,
        at: instant(when),
        untrusted: { text: foreignLines(text) },
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
      auditLog: await inSlices(entries, ({ id, at: when, action, org_id, target_type, target_id, via, ip_prefix }) => ({
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
