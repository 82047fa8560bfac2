import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { organizationMembers } from "../../../capabilities/organizations/organization-members.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { Role } from "../../../core/role.ts";
import { formatDay, type PluralForms, plural } from "../../../core/text.ts";
import { ConfirmField, PostForm, SubmitButton } from "../components/form.tsx";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";
import { ROLE_NAMES } from "./organization-texts.ts";
import { RoleField } from "./role-field.tsx";

const text = {
  since: { sk: "Od", cs: "Od", en: "Since" },
  you: { sk: "vy", cs: "vy", en: "you" },
  save: { sk: "Zmeniť rolu", cs: "Změnit roli", en: "Change the role" },
  remove: { sk: "Odobrať", cs: "Odebrat", en: "Remove" },
  open: { sk: "Spravovať", cs: "Spravovat", en: "Manage" },
} satisfies Record<string, Localized>;

/** What hangs on a member: invitations, share links, schedules, a calendar address. */
const GRANTS: Readonly<Record<Locale, PluralForms>> = {
  sk: { one: "{n} vydaný prístup", few: "{n} vydané prístupy", other: "{n} vydaných prístupov" },
  cs: { one: "{n} vydaný přístup", few: "{n} vydané přístupy", other: "{n} vydaných přístupů" },
  en: { one: "{n} grant", other: "{n} grants" },
};

/** Agents of a member that reach the organization. */
const CONNECTIONS: Readonly<Record<Locale, PluralForms>> = {
  sk: { one: "{n} pripojená aplikácia", few: "{n} pripojené aplikácie", other: "{n} pripojených aplikácií" },
  cs: { one: "{n} připojená aplikace", few: "{n} připojené aplikace", other: "{n} připojených aplikací" },
  en: { one: "{n} connected application", other: "{n} connected applications" },
};

/** A member, with the forms that change or end the membership where they may be used. */
export function MemberRow({
  request,
  organizationId,
  member: { accountId, role, since, isSelf, mayManage, grants, connections, untrusted },
  roles,
}: {
  request: PrivateRequest;
  organizationId: string;
  member: AnswerOf<typeof organizationMembers>["members"][number];
  roles: readonly Role[];
}) {
  const { locale } = request;
  const member = `/members/${encodeURIComponent(accountId)}`;
  const path = {
    role: organizationPath(organizationId, `${member}/role`),
    remove: organizationPath(organizationId, `${member}/remove`),
  };
  const hasGrants = grants !== null && grants > 0;
  const isSent = request.refusal !== null && request.path === path.role;
  // What is wrong stands in the form that was sent; the others are as before.
  const form = isSent ? request : { ...request, refusal: null, prefix: `role-${accountId}-` };
  return (
    <li class="row" id={accountId} data-grants={grants ?? undefined} data-connections={connections ?? undefined}>
      <p class="row-name">
        <bdi>{untrusted.name}</bdi>
        {isSelf ? ` (${text.you[locale]})` : ""}
      </p>
      <p class="meta">
        {ROLE_NAMES[role][locale]}, {text.since[locale].toLowerCase()} {formatDay(since.slice(0, 10), locale)}
        {hasGrants ? `, ${plural(grants, GRANTS[locale], locale).replace("{n}", String(grants))}` : ""}
        {connections !== null && connections > 0
          ? `, ${plural(connections, CONNECTIONS[locale], locale).replace("{n}", String(connections))}`
          : ""}
        {untrusted.email === null ? null : (
          <>
            {"\u00a0· "}
            <bdi class="breakable">{untrusted.email}</bdi>
          </>
        )}
      </p>
      {mayManage ? (
        <details open={isSent}>
          <summary>
            {text.open[locale]}
            <span class="visually-hidden"> {untrusted.name}</span>
          </summary>
          <div class="row-forms">
            {hasGrants ? (
              // What would end is listed before anything is done.
              <form method="get" action={href(locale, path.role)} class="stacked-form">
                <RoleField locale={locale} id={`role-${accountId}`} roles={roles} chosen={role} />
                <SubmitButton label={text.save[locale]} isQuiet />
              </form>
            ) : (
              <PostForm request={request} path={path.role}>
                <RoleField locale={locale} id={`role-${accountId}`} roles={roles} chosen={role} />
                {role === "owner" || roles.includes("owner") ? <ConfirmField request={form} /> : null}
                <SubmitButton label={text.save[locale]} isQuiet />
              </PostForm>
            )}
            {isSelf ? null : (
              <p>
                <QuestionLink locale={locale} path={path.remove} label={text.remove[locale]} name={untrusted.name} />
              </p>
            )}
          </div>
        </details>
      ) : null}
    </li>
  );
}
