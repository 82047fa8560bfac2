import { organizationMembers } from "../../../capabilities/organizations/organization-members.ts";
import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import type { Localized } from "../../../core/locale.ts";
import { FormErrors } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";
import { InvitationSections } from "./invitations.tsx";
import { MemberRow } from "./member-row.tsx";
import { OrganizationHead } from "./organization-head.tsx";

const text = {
  title: { sk: "Členovia", cs: "Členové", en: "Members" },
} satisfies Record<string, Localized>;

/** The members of an organization; for those who manage it invitations too. */
export async function membersPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const organizationId = params.organizationId ?? "";
  const [{ id, role, untrusted }, list] = await Promise.all([
    ask(organizationShow, { organizationId }),
    ask(organizationMembers, { organizationId }),
  ]);
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
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
