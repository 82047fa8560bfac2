import { z } from "zod";
import { unlimited } from "../../src/capabilities/bare-services.fixture.ts";
import { createCall } from "../../src/capabilities/calling/call.ts";
import { identifyBySession } from "../../src/capabilities/calling/identify-by-session.ts";
import { capabilities } from "../../src/capabilities/index.ts";
import { newId } from "../../src/core/random-id.ts";
import { addMember } from "../../src/state/organizations.ts";
import { type PersonOfTest, person } from "../accounts/organization.fixture.ts";
import { FIELDS, PRACTICES, proveDomain, proveFirm } from "../accounts/trust-profile.fixture.ts";
import type { Installation } from "../promises/installation.fixture.ts";
import { NOW } from "../promises/service.fixture.ts";

const AT = NOW.getTime();
const DOMAIN = "slovnaft.sk";
const CODE = "NIS2-20-1";

/** Everything that the writes of an organization and of an account change, once each. */
export interface World {
  readonly org: string;
  readonly owner: PersonOfTest;
  readonly member: PersonOfTest;
  readonly ids: Readonly<
    Record<
      "list" | "scan" | "comment" | "questionnaire" | "invitation" | "evidence" | "share" | "key" | "subscription",
      string
    >
  >;
}

type Arguments = (world: World) => Readonly<Record<string, unknown>>;

const list: Arguments = ({ ids }) => ({ list: ids.list });
const slovnaft = { country: "SK", ico: "31322832" } as const;
const none: Arguments = () => ({});

/** Arguments with which the owner calls each capability that writes, in a world of its own. */
export const EXAMPLES: Readonly<Record<string, Arguments>> = {
  list_create: () => ({ name: "Other" }),
  list_change: (world) => ({ ...list(world), name: "Renamed", version: 2 }),
  list_delete: list,
  list_rows_add: (world) => ({ ...list(world), rows: [{ ico: "36631124", note: "x".repeat(50) }] }),
  list_row_change: (world) => ({ ...list(world), ...slovnaft, note: "y".repeat(80) }),
  list_row_remove: (world) => ({ ...list(world), ...slovnaft }),
  scan_start: () => ({ domain: DOMAIN }),
  scan_remove: ({ ids }) => ({ scanId: ids.scan }),
  domain_add: () => ({ domain: "firma-alfa.sk" }),
  domain_remove: () => ({ domain: DOMAIN }),
  domain_schedule: () => ({ domain: DOMAIN, every: "week" }),
  comment_add: () => ({ code: CODE, text: "Also this." }),
  comment_remove: ({ ids }) => ({ code: CODE, commentId: ids.comment }),
  obligation_bulk: () => ({ codes: [CODE], set: ["status"], status: "partial", reason: "Together" }),
  own_obligation_change: () => ({ code: CODE, status: "met", evidenceNote: "z".repeat(60), version: 1 }),
  obligation_change: () => ({ code: CODE, status: "partial", evidenceNote: "q".repeat(90) }),
  assessment_start: () => ({ mode: "quick" }),
  assessment_answer: ({ ids }) => ({
    questionnaireId: ids.questionnaire,
    answers: { "access-01": "no" },
    notes: { "access-01": "n".repeat(40) },
  }),
  assessment_complete: ({ ids }) => ({ questionnaireId: ids.questionnaire, prefill: true }),
  assessment_discard: ({ ids }) => ({ questionnaireId: ids.questionnaire }),
  organization_create: () => ({ name: "Beta" }),
  organization_change: () => ({ name: "Alfa 2", ...slovnaft, inMap: true }),
  organization_activate: none,
  organization_leave: none,
  organization_delete: () => ({ confirm: "Alfa" }),
  organization_member_role: ({ member }) => ({ accountId: member.id, role: "owner" }),
  organization_member_remove: ({ member }) => ({ accountId: member.id }),
  invitation_create: () => ({ email: "another@firma.sk", role: "member" }),
  invitation_withdraw: ({ ids }) => ({ invitationId: ids.invitation }),
  calendar_create: none,
  calendar_revoke: none,
  organization_facts_change: () => ({ version: 0, employees: 60 }),
  board_hold: () => ({ heldOn: "2026-11-20" }),
  mail_choices_change: () => ({ frequency: "weekly" }),
  organization_firm_change: () => ({ country: "SK", ico: "36631124", facts: "keep", dates: "keep", domains: "keep" }),
  organization_audit_export: () => ({ format: "json" }),
  own_key_issue: () => ({ name: "key", current: "" }),
  own_key_revoke: ({ ids }) => ({ keyId: ids.key }),
  trust_draft_replace: () => ({ answers: { serviceDescription: "Another description" }, version: 2 }),
  trust_area_save: () => ({
    section: "security_practices",
    typed: PRACTICES,
    visibility: {},
    contactAgreed: true,
    version: 2,
  }),
  trust_evidence_add: () => ({ fieldId: "legalName", title: "More", url: "https://slovnaft.sk/more" }),
  trust_evidence_remove: ({ ids }) => ({ evidenceId: ids.evidence }),
  trust_publish: () => ({ confirm: "1" }),
  trust_withdraw: none,
  trust_delete: none,
  trust_slug_change: ({ org }) => ({ slug: `other-${org.slice(4, 12).toLowerCase()}` }),
  trust_choices: () => ({ isIndexed: false, showsScan: false }),
  trust_share_create: () => ({ label: "Other", days: "30" }),
  trust_share_revoke: ({ ids }) => ({ shareId: ids.share }),
  supplier_add: () => ({ country: "SK", ico: "36631124" }),
  supplier_judge: () => ({ supplier: "SK-31322832", judgement: "suitable", note: "n".repeat(70), version: 1 }),
  supplier_bulk: () => ({ suppliers: ["SK-31322832"], set: ["criticality"], criticality: "high" }),
  supplier_remove: () => ({ supplier: "SK-31322832" }),
  supplier_ask: () => ({ supplier: "SK-31322832", email: "security@slovnaft.sk", confirm: "1" }),
  subscription_create: ({ org }) => ({ kind: "feed", organization: org }),
  subscription_end: ({ ids }) => ({ id: ids.subscription }),
  ways_left_dismiss: none,
  profile_change: () => ({ name: "Jana Iná", language: "en" }),
  password_change: () => ({ current: "", password: "eight blue chairs by a door" }),
  email_change: () => ({ email: "new-address@firma.sk", current: "" }),
  my_sessions_end: none,
  account_export: none,
  account_delete: ({ owner }) => ({ confirm: owner.email, current: "" }),
  member_add: ({ member }) => ({ email: member.email, role: "admin" }),
};

/** Examples of another caller than the owner. */
const OF_MEMBER: readonly string[] = ["organization_leave"];

/** Examples that are refused in a published world; another write beside them may change that. */
export const REFUSED_ALONE: readonly string[] = ["organization_firm_change", "account_delete"];

/** Calls the example of a capability in a world. */
export function callExample(callAs: CallAs, world: World, name: string): Promise<unknown> {
  const who = OF_MEMBER.includes(name) ? world.member : world.owner;
  return callAs(who, name, EXAMPLES[name]?.(world) ?? {}, world.org);
}

/** Capabilities that need a secret of an earlier step, with the test that has two of them at once or one after the other. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  list_import: "test/accounts/lists.test.ts",
  organizations_import: "test/accounts/clients.test.ts",
  supplier_ask_several: "test/accounts/suppliers-at-once.test.ts",
  organizations_add: "test/accounts/clients.test.ts",
  organizations_several: "test/accounts/clients.test.ts",
  finding_change: "test/accounts/findings.test.ts",
  domain_verify: "test/lab/domain-proof.test.ts",
  task_act: "test/accounts/what-now.test.ts",
  trust_look: "test/accounts/trust-firm.test.ts",
  trust_import: "test/accounts/trust-look-ups.test.ts",
  trust_request_grant: "test/accounts/trust-access.test.ts",
  trust_request_decline: "test/accounts/trust-access.test.ts",
  supplier_import: "test/accounts/supplier-import.test.ts",
  supplier_request_start: "test/accounts/supplier-requests.test.ts",
  invitation_accept: "test/accounts/invitations.test.ts",
  my_invitation_accept: "test/accounts/invitations.test.ts",
  my_invitation_decline: "test/accounts/invitations.test.ts",
  connection_decide: "test/connections/flow.test.ts",
  own_connection_end: "test/connections/ends.test.ts",
  second_factor: "test/accounts/once.test.ts",
  identity_link: "test/accounts/once.test.ts",
  identity_unlink: "test/accounts/other-ways.test.ts",
  two_factor_confirm: "test/accounts/once.test.ts",
  two_factor_codes: "test/accounts/once.test.ts",
  two_factor_start: "test/accounts/once.test.ts",
  two_factor_off: "test/accounts/once.test.ts",
  passkey_add: "test/accounts/once.test.ts",
  passkey_remove: "test/accounts/once.test.ts",
  sign_out: "test/accounts/sessions.test.ts",
};

/** Every capability by which a person writes. */
export const WRITES = capabilities.filter(
  ({ effect, access }) => effect === "write" && (access === "person" || access === "organization"),
);

/** Calls capabilities as people who are signed in, as pages do. */
export function callsOf({ operator: { opened } }: Pick<Installation, "operator">) {
  const { state, now, accounts } = opened.privateHalf;
  const identify = identifyBySession({ state, now, log: accounts.log, secondFactor: "optional" });
  const call = createCall({ ...opened, privateHalf: { ...opened.privateHalf, identify } }, unlimited);
  return async (
    who: PersonOfTest,
    name: string,
    args: Readonly<Record<string, unknown>>,
    organizationId?: string,
  ): Promise<unknown> => {
    const capability = WRITES.find((each) => each.name === name);
    if (capability === undefined) throw new Error(`there is no ${name}`);
    const known = capability.input instanceof z.ZodObject ? capability.input.shape : {};
    const organization = "organizationId" in known ? { organizationId } : {};
    const caller = { address: "192.0.2.1", via: "web", sessionToken: who.browser.cookie } as const;
    return (await call(capability, { ...organization, ...args, locale: "en" }, [], caller)).answer;
  };
}

type CallAs = ReturnType<typeof callsOf>;

/** Makes an organization with two people and one of everything that writes change, published. */
export async function newWorld(here: Pick<Installation, "operator" | "service">, callAs: CallAs): Promise<World> {
  const { state } = here.operator.opened;
  const [owner, member] = [await person(here), await person(here)];
  const idIn = (answer: unknown, name: string) => String(Reflect.get(Object(answer), name));
  const as = (name: string, args: Readonly<Record<string, unknown>>) => callAs(owner, name, args);
  // The number is free for this world: one number is published once.
  const founded = await as("organization_create", { name: "Alfa", ...slovnaft, again: true });
  const org = idIn(founded, "id");
  const of = (name: string, args: Readonly<Record<string, unknown>>) => callAs(owner, name, args, org);
  await state.transaction((tx) => addMember(tx, { accountId: member.id, orgId: org, role: "member" }, AT));
  await proveDomain(here, org, DOMAIN);
  await proveFirm(here, org, DOMAIN);
  await of("domain_schedule", { domain: DOMAIN, every: "month" });
  const scan = idIn(await of("scan_start", { domain: DOMAIN }), "id");
  const listId = idIn(await of("list_create", { name: "Firms" }), "id");
  await as("list_rows_add", { list: listId, rows: [{ ico: slovnaft.ico, note: "first" }] });
  await of("own_obligation_change", { code: CODE, status: "partial", evidenceNote: "first", version: 0 });
  const comment = idIn(await of("comment_add", { code: CODE, text: "First." }), "id");
  const questionnaire = idIn(await of("assessment_start", { mode: "quick" }), "id");
  const { areas } = here.operator.opened.services.knowledge.questionnaire;
  const asked = areas.flatMap(({ questions }) => questions).filter(({ quick }) => quick);
  const answers = Object.fromEntries(asked.map(({ id }) => [id, "yes"]));
  await of("assessment_answer", { questionnaireId: questionnaire, answers });
  const invitation = idIn(
    await of("invitation_create", { email: `${newId("account")}@firma.sk`, role: "member" }),
    "id",
  );
  await of("supplier_add", slovnaft);
  await of("trust_area_save", { section: "profile", typed: FIELDS, visibility: {}, contactAgreed: true, version: 0 });
  const rest = { visibility: {}, contactAgreed: true, version: 1 };
  await of("trust_area_save", { section: "security_practices", typed: PRACTICES, ...rest });
  const shown = { fieldId: "legalName", title: "Extract", url: "https://slovnaft.sk/extract" };
  const evidence = idIn(await of("trust_evidence_add", shown), "id");
  await of("trust_publish", { confirm: "1" });
  const share = idIn(await of("trust_share_create", { label: "Beta", days: "30" }), "id");
  await of("calendar_create", {});
  const { issued } = Object(await as("own_key_issue", { name: "first", current: "" }));
  const subscription = idIn(await as("subscription_create", { kind: "feed", organization: org }), "id");
  const ids = {
    subscription,
    key: String(issued.id),
    list: listId,
    scan,
    comment,
    questionnaire,
    invitation,
    evidence,
    share,
  };
  return { org, owner, member, ids };
}
