import { leavePreview, memberGrants } from "../../../capabilities/organizations/lost-grants.ts";
import { organizationMembers } from "../../../capabilities/organizations/organization-members.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { ROLES } from "../../../core/role.ts";
import { ConfirmField, PostForm, SubmitButton } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { organizationOf, questionPage } from "../questions/question-page.tsx";
import { LostGrants } from "./lost-grants.tsx";
import { ROLE_NAMES } from "./organization-texts.ts";
import { RoleField } from "./role-field.tsx";

const text = typesetTexts({
  remove: { sk: "Odobrať člena", cs: "Odebrat člena", en: "Remove the member" },
  removeLead: {
    sk: "Prístup k organizácii stratí hneď.",
    cs: "Přístup k organizaci ztratí hned.",
    en: "They lose access to the organization at once.",
  },
  removeGo: { sk: "Odobrať", cs: "Odebrat", en: "Remove" },
  role: { sk: "Zmeniť rolu člena", cs: "Změnit roli člena", en: "Change the role of" },
  roleGo: { sk: "Zmeniť rolu", cs: "Změnit roli", en: "Change the role" },
  choose: { sk: "Ďalej", cs: "Dál", en: "Next" },
  from: { sk: "Teraz:", cs: "Nyní:", en: "Now:" },
  to: { sk: "Nová rola:", cs: "Nová role:", en: "New role:" },
  members: { sk: "Členovia", cs: "Členové", en: "Members" },
  leave: { sk: "Odísť z organizácie", cs: "Odejít z organizace", en: "Leave the organization" },
  leaveLead: {
    sk: "Prístup stratíte hneď, aj vaše kľúče API. Čo ste tu urobili, v organizácii ostane.",
    cs: "Přístup ztratíte hned, i vaše klíče API. Co jste tu udělali, v organizaci zůstane.",
    en: "You lose access at once, and so do your API keys. What you did here stays in the organization.",
  },
  lastOwner: {
    sk: "Ste posledný vlastník, preto odísť nemôžete. Najprv urobte vlastníkom niekoho iného, alebo organizáciu zmažte.",
    cs: "Jste poslední vlastník, proto odejít nemůžete. Nejdřív udělejte vlastníkem někoho jiného, nebo organizaci smažte.",
    en: "You are the last owner, so you cannot leave. Make somebody else an owner first, or delete the organization.",
  },
} satisfies Record<string, Localized>);

/** Asks before a membership ends: what ends with it, and what the person takes over. */
export async function memberRemovePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const { organizationId = "", accountId = "" } = params;
  const loss = await ask(memberGrants, { organizationId, accountId });
  return questionPage(request, await organizationOf(request), {
    title: text.remove,
    name: loss.untrusted.name,
    backTo: organizationPath(organizationId, "/members"),
    children: (
      <PostForm request={request} path={memberPath(organizationId, accountId, "remove")}>
        <About member={loss} request={request} />
        <p class="prose">{text.removeLead[locale]}</p>
        <LostGrants request={request} loss={loss} />
        {loss.isOwnership ? <ConfirmField request={request} /> : null}
        <SubmitButton label={text.removeGo[locale]} isFinal />
      </PostForm>
    ),
  });
}

/** Asks before a member gets the role of the query; without one it asks which. */
export async function memberRolePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, query, form, refusal, ask } = request;
  const { organizationId = "", accountId = "" } = params;
  const asked = refusal === null ? query.get("role") : form.get("role");
  const role = ROLES.find((each) => each === asked);
  const path = memberPath(organizationId, accountId, "role");
  if (role === undefined) {
    const { members, mayInvite } = await ask(organizationMembers, { organizationId });
    const { held, untrusted } = await ask(memberGrants, { organizationId, accountId });
    const roles = members.some((each) => each.accountId === accountId) ? mayInvite : [];
    return questionPage(request, await organizationOf(request), {
      title: text.role,
      name: untrusted.name,
      backTo: organizationPath(organizationId, "/members"),
      children: (
        <form method="get" action={href(locale, path)} class="stacked-form">
          <RoleField locale={locale} id="role" roles={roles} chosen={held} />
          <SubmitButton label={text.choose[locale]} />
        </form>
      ),
    });
  }
  const loss = await ask(memberGrants, { organizationId, accountId, role });
  return questionPage(request, await organizationOf(request), {
    title: text.role,
    name: loss.untrusted.name,
    backTo: organizationPath(organizationId, "/members"),
    children: (
      <PostForm request={request} path={path}>
        <input type="hidden" name="role" value={role} />
        <About member={loss} request={request} />
        <p class="prose">
          {text.to[locale]} {ROLE_NAMES[role][locale]}.
        </p>
        <LostGrants request={request} loss={loss} />
        {loss.isOwnership ? <ConfirmField request={request} /> : null}
        <SubmitButton label={text.roleGo[locale]} isFinal={loss.ends.length > 0} />
      </PostForm>
    ),
  });
}

/** Asks before the person leaves: what ends with the membership, and who takes over the rest. */
export async function leavePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const { organizationId = "" } = params;
  const loss = await ask(leavePreview, { organizationId });
  const organization = await organizationOf(request);
  return questionPage(request, organization, {
    title: text.leave,
    name: organization?.untrusted.name ?? null,
    backTo: organizationPath(organizationId),
    children: loss.isLastOwner ? (
      <p class="prose" data-last-owner>
        {text.lastOwner[locale]}{" "}
        <a href={href(locale, organizationPath(organizationId, "/members"))}>{text.members[locale]}</a>
      </p>
    ) : (
      <PostForm request={request} path={organizationPath(organizationId, "/leave")}>
        <p class="prose">{text.leaveLead[locale]}</p>
        <LostGrants request={request} loss={loss} heir={loss.untrusted.owner} />
        <SubmitButton label={text.leave[locale]} isFinal />
      </PostForm>
    ),
  });
}

function memberPath(organizationId: string, accountId: string, what: "role" | "remove"): string {
  return organizationPath(organizationId, `/members/${encodeURIComponent(accountId)}/${what}`);
}

function About({
  member: { held, untrusted },
  request: { locale },
}: {
  member: { readonly held: (typeof ROLES)[number]; readonly untrusted: { readonly email: string } };
  request: Pick<PrivateRequest, "locale">;
}) {
  return (
    <p class="meta">
      <bdi class="breakable">{untrusted.email}</bdi>, {text.from[locale].toLowerCase()} {ROLE_NAMES[held][locale]}
    </p>
  );
}
