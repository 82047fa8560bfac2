import { z } from "zod";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { hashToken, newToken } from "../../identity/token.ts";
import { organizationOfList } from "../../state/firm-lists.ts";
import { type OwnSubscription, SUBSCRIPTION_KINDS } from "../../state/subscriptions.ts";
import { refuseBeyond } from "../calling/charge.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import type { PersonContext } from "../contexts.ts";

const shown = z.object({
  id: z.string(),
  kind: z.enum(SUBSCRIPTION_KINDS),
  organizationId: z.string().nullable().describe("null: all organizations of the person."),
  listId: z.string().nullable(),
  createdAt: z.string(),
  untrusted: z.object({ organization: z.string().nullable(), list: z.string().nullable() }),
});

/** The secret addresses of a person, without the addresses. */
export const subscriptionList = defineCapability({
  name: "subscription_list",
  access: "person",
  input: z.strictObject({ locale: localeParameter }),
  published: {
    title: "Addresses of feeds and calendars",
    description: "The secret addresses that the person made, without the addresses: each is shown once.",
    output: z.object({ items: z.array(shown), nextCursor: z.string().nullable() }),
  },
  rest: [{ method: "GET", path: "/api/v1/subscriptions", cost: { rows: ["person_read"] } }],
  run: async (_input, { store }) => ({ items: (await store.subscriptions()).map(answerOf), nextCursor: null }),
});

/** What an address can be of: the organizations and lists of the person, for the form. */
export const subscriptionChoices = defineCapability({
  name: "subscription_choices",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { store }) => {
    const [organizations, lists] = await Promise.all([store.organizations(), store.firmLists()]);
    return {
      organizations: organizations.map(({ id, name }) => ({ id, untrusted: { name: foreignTextOrNull(name) } })),
      lists: lists.map(({ id, name, organization }) => ({
        id,
        untrusted: { name: foreignTextOrNull(name), organization: foreignTextOrNull(organization) },
      })),
    };
  },
});

/** Makes a secret address of one organization, one list or all, at which programs read events or days. */
export const subscriptionCreate = defineCapability({
  name: "subscription_create",
  access: "person",
  effect: "write",
  scope: "watch:write",
  input: z.strictObject({
    kind: z.enum(SUBSCRIPTION_KINDS),
    organization: z.string().optional().describe("Id of an organization; without it and without a list: all."),
    list: z.string().optional().describe("Id of a list."),
    locale: localeParameter,
  }),
  published: {
    title: "New address of a feed or calendar",
    description:
      "Makes a secret address of one organization, one list or all organizations of the person. It is in this answer alone. " +
      "The events of a feed stand at the same address with .json too.",
    output: z.object({ id: z.string(), url: z.string() }),
  },
  rest: [
    {
      method: "POST",
      path: "/api/v1/subscriptions",
      cost: { rows: ["person_write"], stock: ["subscriptions"] },
      rename: { organizationId: "organization", listId: "list" },
      outcome: { statuses: [201], of: () => ({ status: 201 }) },
      problems: ["budget_full"],
    },
  ],
  form: { cost: { rows: ["person_write"], stock: ["subscriptions"] }, path: "/account/feeds" },
  run: async ({ kind, organization, list }, context) => {
    const { accounts, baseUrl, write } = context;
    const orgId = await organizationMeant({ organization, list }, context);
    const [id, token] = [newId("subscription"), newToken()];
    await write(async ({ store, record }) => {
      await store.lock();
      refuseBeyond("subscriptions", await store.countSubscriptions());
      await store.addSubscription({
        hash: hashToken(token),
        id,
        kind,
        org_id: orgId,
        list_id: list ?? null,
        created_at: accounts.now(),
      });
      await record("subscription.created", { type: "subscription", id }, { kind }, orgId);
    });
    const url = kind === "feed" ? `${baseUrl}/feeds/${token}.xml` : `${baseUrl}/calendar/${token}.ics`;
    return { id, url };
  },
});

/** Ends a secret address at once. */
export const subscriptionEnd = defineCapability({
  name: "subscription_end",
  access: "person",
  effect: "write",
  scope: "watch:write",
  input: z.strictObject({ id: z.string(), locale: localeParameter }),
  published: {
    title: "End of an address of a feed or calendar",
    description: "Whoever has the address reads nothing more.",
    output: z.object({ id: z.string() }),
  },
  rest: [{ method: "DELETE", path: "/api/v1/subscriptions/{id}", cost: { rows: ["person_write"] }, only: ["id"] }],
  form: {
    cost: { rows: ["person_write"] },
    path: "/account/feeds/:id/revoke",
    leadsTo: "/account/feeds",
    done: "revoked",
  },
  run: ({ id }, { write }) =>
    write(async ({ store, record }) => {
      const found = (await store.subscriptions()).find((each) => each.id === id);
      if (found === undefined || !(await store.removeSubscription(id))) throw new ServiceError(notYours);
      await record("subscription.revoked", { type: "subscription", id }, {}, found.org_id);
      return { id };
    }),
});

/**
 * The organization of an address.
 * @returns `null`: all of the person
 * @throws ServiceError for what is not in reach, and for all where only chosen ones are
 */
async function organizationMeant(
  { organization, list }: { readonly organization: string | undefined; readonly list: string | undefined },
  { store, person, accounts }: Pick<PersonContext, "store" | "person" | "accounts">,
): Promise<string | null> {
  const ofList = list === undefined ? undefined : await organizationOfList(accounts.state, person.accountId, list);
  if (list !== undefined && (ofList === undefined || (organization ?? ofList) !== ofList)) {
    throw new ServiceError(notYours);
  }
  const orgId = ofList ?? organization;
  if (orgId === undefined) {
    if (person.reach != null) throw new ServiceError(reachesChosen);
    return null;
  }
  if (!(await store.organizations()).some(({ id }) => id === orgId)) throw new ServiceError(notYours);
  return orgId;
}

const reachesChosen: Problem = {
  code: "forbidden",
  field: "organizationId",
  message: {
    sk: "Tento kľúč dosahuje len na vybrané organizácie.",
    cs: "Tento klíč dosahuje jen na vybrané organizace.",
    en: "This key reaches chosen organizations alone.",
  },
  nextStep: {
    sk: "Uveďte organizáciu alebo zoznam.",
    cs: "Uveďte organizaci nebo seznam.",
    en: "Name an organization or a list.",
  },
};

function answerOf({ id, kind, org_id, list_id, created_at, organization, list }: OwnSubscription) {
  return {
    id,
    kind,
    organizationId: org_id,
    listId: list_id,
    createdAt: new Date(Number(created_at)).toISOString(),
    untrusted: { organization: foreignTextOrNull(organization), list: foreignTextOrNull(list) },
  };
}
