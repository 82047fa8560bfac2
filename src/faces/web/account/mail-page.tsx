import { mailChoices } from "../../../capabilities/digest/mail-choices.ts";
import { DIGEST_FREQUENCIES, type DigestFrequency } from "../../../core/digest-frequency.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { Choice } from "../components/form-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

const text = typesetTexts({
  title: { sk: "E-maily", cs: "E-maily", en: "Mails" },
  lead: {
    sk: "Jedna správa za všetky vaše organizácie: čo máte po termíne, čo vás čaká do 14 dní a čo vám pribudlo. Keď nie je o čom písať, nepríde nič.",
    cs: "Jedna zpráva za všechny vaše organizace: co máte po termínu, co vás čeká do 14 dnů a co vám přibylo. Když není o čem psát, nepřijde nic.",
    en: "One mail over all your organizations: what is overdue, what is due in 14 days and what is new to you. When there is nothing to say, none is sent.",
  },
  often: { sk: "Ako často", cs: "Jak často", en: "How often" },
  leftOut: { sk: "Vynechať organizácie", cs: "Vynechat organizace", en: "Leave organizations out" },
  feeds: { sk: "Kanály a kalendáre", cs: "Kanály a kalendáře", en: "Feeds and calendars" },
  save: { sk: "Uložiť", cs: "Uložit", en: "Save" },
  account: { sk: "Späť na účet", cs: "Zpět na účet", en: "Back to the account" },
} satisfies Record<string, Localized>);

const FREQUENCIES = typesetTexts({
  off: { sk: "nikdy", cs: "nikdy", en: "never" },
  daily: { sk: "denne", cs: "denně", en: "daily" },
  weekly: { sk: "každý pondelok", cs: "každé pondělí", en: "every Monday" },
} satisfies Record<DigestFrequency, Localized>);

/** How often a person gets a digest, and of which organizations. */
export async function mailPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, form, refusal, ask } = request;
  const { frequency, organizations, version } = await ask(mailChoices, {});
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <h1>{text.title[locale]}</h1>
        <p class="prose lead">{text.lead[locale]}</p>
        <PostForm request={request} path={privatePaths.mail}>
          <input type="hidden" name="version" value={version} />
          <Choice
            legend={text.often[locale]}
            name="frequency"
            options={DIGEST_FREQUENCIES.map((each) => ({ value: each, name: FREQUENCIES[each][locale] }))}
            values={[refusal === null ? frequency : form.get("frequency")]}
          />
          {organizations.length === 0 ? null : (
            <Choice
              legend={text.leftOut[locale]}
              name="organizations"
              options={organizations.map(({ id, untrusted }) => ({ value: id, name: <bdi>{untrusted.name}</bdi> }))}
              values={
                refusal === null
                  ? organizations.filter(({ isLeftOut }) => isLeftOut).map(({ id }) => id)
                  : form.getAll("organizations")
              }
              isSeveral
            />
          )}
          <SubmitButton label={text.save[locale]} />
        </PostForm>
        <p>
          <a href={href(locale, privatePaths.feeds)}>{text.feeds[locale]}</a>{" "}
          <a href={href(locale, privatePaths.account)}>{text.account[locale]}</a>
        </p>
      </section>
    ),
  };
}
