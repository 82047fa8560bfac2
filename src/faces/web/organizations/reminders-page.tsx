import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import { reminderShow } from "../../../capabilities/organizations/reminders.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { DoneNotice, SAVED } from "../components/done-notice.tsx";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { Tick } from "../components/form-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { OrganizationHead } from "./organization-head.tsx";

const text = typesetTexts({
  title: { sk: "Upozornenia", cs: "Upozornění", en: "Reminders" },
  lead: {
    sk: "Nastavenie platí len pre vás a pre túto organizáciu. V e-maile sú len počty a odkaz.",
    cs: "Nastavení platí jen pro vás a pro tuto organizaci. V e-mailu jsou jen počty a odkaz.",
    en: "This holds for you and this organization alone. A mail has counts and a link, nothing else.",
  },
  reviews: {
    sk: "Blíži sa preskúmanie povinnosti: 30 a 7 dní vopred, v ten deň, potom každých 30 dní",
    cs: "Blíží se přezkoumání povinnosti: 30 a 7 dní předem, v ten den, potom každých 30 dní",
    en: "The review of an obligation comes up: 30 and 7 days before, on the day, then every 30 days",
  },
  scans: {
    sk: "Pravidelný sken domény dopadol horšie",
    cs: "Pravidelný sken domény dopadl hůř",
    en: "A regular scan of a domain got worse",
  },
  save: { sk: "Uložiť", cs: "Uložit", en: "Save" },
  calendar: {
    sk: "Preskúmania v kalendári telefónu",
    cs: "Přezkoumání v kalendáři telefonu",
    en: "Reviews in the calendar of your phone",
  },
} satisfies Record<string, Localized>);

/** What one gets by mail of an organization. */
export async function remindersPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, query, ask } = request;
  const organizationId = params.organizationId ?? "";
  const { id, role, untrusted } = await ask(organizationShow, { organizationId });
  const wanted = await ask(reminderShow, { organizationId });
  return {
    title: `${text.title[locale]}: ${untrusted.name}`,
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <OrganizationHead request={request} organization={{ id, role, untrusted }} />
        <h2>{text.title[locale]}</h2>
        <DoneNotice query={query} texts={SAVED} locale={locale} />
        <p class="prose">{text.lead[locale]}</p>
        <PostForm request={request} path={organizationPath(id, "/reminders")}>
          {(["reviews", "scans"] as const).map((name) => (
            <Tick id={name} label={text[name][locale]} isChecked={wanted[name]} />
          ))}
          <SubmitButton label={text.save[locale]} />
        </PostForm>
        <p>
          <a href={href(locale, organizationPath(id, "/calendar"))}>{text.calendar[locale]}</a>
        </p>
      </section>
    ),
  };
}
