import {
  organizationMemberRemove,
  organizationMemberRole,
} from "../../../capabilities/organizations/organization-member-change.ts";
import { organizationMembers } from "../../../capabilities/organizations/organization-members.ts";
import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import type { Localized } from "../../../core/locale.ts";
import { FormErrors } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { InvitationSections, invite, withdraw } from "./invitations.tsx";
import { MemberRow } from "./member-row.tsx";
import { OrganizationHead } from "./organization-head.tsx";

const text = {
  title: { sk: "Členovia", cs: "Členové", en: "Members" },
} satisfies Record<string, Localized>;

/** The members of an organization; for those who manage it invitations too. */
export async function membersPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const organizationId = params.id ?? "";
  const [{ id, role, untrusted }, list] = await Promise.all([
    ask(organizationShow, { organizationId }),
    ask(organizationMembers, { organizationId }),
  ]);
  return {
    title: `${text.title[locale]}: ${untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={{ id, role, untrusted }} />
          <h2>{text.title[locale]}</h2>
          <ul class="rows">
            {list.members.map((member) => (
              <MemberRow request={request} organizationId={id} member={member} roles={list.mayInvite} />
            ))}
          </ul>
        </section>
        {list.mayInvite.length === 0 ? null : <InvitationSections request={request} organizationId={id} list={list} />}
      </>
    ),
  };
}

const toMembers = (locale: PrivateRequest["locale"], organizationId: string) =>
  redirectTo(href(locale, organizationPath(organizationId, "/members")), 303);

/** Invites an address and shows the link once. */
export const inviteForm: FormRoute<SignedIn> = {
  fields: ["email", "role"],
  submit: invite,
  shownOn: membersPage,
};

/** Ends an open invitation. */
export const withdrawForm: FormRoute<SignedIn> = {
  fields: [],
  submit: async (request) => {
    await withdraw(request);
    return toMembers(request.locale, request.params.id ?? "");
  },
  shownOn: membersPage,
};

/** Gives a member another role. */
export const roleForm: FormRoute<SignedIn> = {
  fields: ["role", "current"],
  submit: async ({ locale, params, form, ask }) => {
    const [organizationId, accountId] = [params.id ?? "", params.account ?? ""];
    await ask(organizationMemberRole, {
      organizationId,
      accountId,
      role: form.get("role"),
      current: form.get("current"),
    });
    return toMembers(locale, organizationId);
  },
  shownOn: membersPage,
};

/** Ends a membership. */
export const removeForm: FormRoute<SignedIn> = {
  fields: ["current"],
  submit: async ({ locale, params, form, ask }) => {
    const [organizationId, accountId] = [params.id ?? "", params.account ?? ""];
    await ask(organizationMemberRemove, { organizationId, accountId, current: form.get("current") });
    return toMembers(locale, organizationId);
  },
  shownOn: membersPage,
};
