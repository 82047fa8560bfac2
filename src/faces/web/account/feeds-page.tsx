import type { AnswerOf } from "../../../capabilities/capability.ts";
import {
  subscriptionChoices,
  type subscriptionCreate,
  subscriptionList,
} from "../../../capabilities/subscriptions/subscriptions.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatInstant } from "../../../core/text.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { Choice, Field } from "../components/form-field.tsx";
import { SecretField } from "../components/secret-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";

const text = typesetTexts({
  title: { sk: "Kanály a kalendáre", cs: "Kanály a kalendáře", en: "Feeds and calendars" },
  lead: {
    sk: "Adresa, ktorú pridáte do čítačky alebo do kalendára. Kto ju pozná, číta to, čo vy; poznámky ani mená ľudí v nej nie sú. Končí, keď ju zrušíte alebo z organizácie odídete.",
    cs: "Adresa, kterou přidáte do čtečky nebo do kalendáře. Kdo ji zná, čte to, co vy; poznámky ani jména lidí v ní nejsou. Končí, když ji zrušíte nebo z organizace odejdete.",
    en: "An address for a feed reader or a calendar. Whoever knows it reads what you read; neither notes nor names of people are in it. It ends when you end it or leave the organization.",
  },
  none: { sk: "Zatiaľ nemáte žiadnu.", cs: "Zatím nemáte žádnou.", en: "You have none yet." },
  yours: { sk: "Vaše adresy", cs: "Vaše adresy", en: "Your addresses" },
  make: { sk: "Nová adresa", cs: "Nová adresa", en: "New address" },
  kind: { sk: "Čo má dávať", cs: "Co má dávat", en: "What it gives" },
  feed: { sk: "kanál zmien firiem", cs: "kanál změn firem", en: "feed of changes of firms" },
  calendar: { sk: "kalendár termínov", cs: "kalendář termínů", en: "calendar of dates" },
  organization: { sk: "Organizácia", cs: "Organizace", en: "Organization" },
  list: { sk: "Zoznam firiem", cs: "Seznam firem", en: "List of firms" },
  all: { sk: "všetky organizácie", cs: "všechny organizace", en: "all organizations" },
  whole: { sk: "nie len jeden zoznam", cs: "ne jen jeden seznam", en: "not one list alone" },
  create: { sk: "Vytvoriť adresu", cs: "Vytvořit adresu", en: "Make an address" },
  revoke: { sk: "Zrušiť", cs: "Zrušit", en: "End it" },
  once: {
    sk: "Skopírujte si ju teraz: viac ju neuvidíte.",
    cs: "Zkopírujte si ji teď: znovu se nezobrazí.",
    en: "Copy it now: it is not shown again.",
  },
  json: {
    sk: "S koncovkou .json dáva to isté ako JSON Feed.",
    cs: "S koncovkou .json dává totéž jako JSON Feed.",
    en: "With the ending .json it gives the same as a JSON Feed.",
  },
  account: { sk: "Späť na účet", cs: "Zpět na účet", en: "Back to the account" },
} satisfies Record<string, Localized>);

type Made = Pick<AnswerOf<typeof subscriptionCreate>, "url">;

/** The secret addresses of a person, and the form that makes one. */
export function feedsPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  return page(request, null);
}

/** The address that was made just now, shown once. */
export function feedMadePage(request: PrivateRequest<SignedIn>, made: Made): Promise<PageAnswer> {
  return page(request, made.url);
}

async function page(request: PrivateRequest<SignedIn>, url: string | null): Promise<PageAnswer> {
  const { locale, ask, form } = request;
  const { items } = await ask(subscriptionList, {});
  const { organizations, lists } = await ask(subscriptionChoices, {});
  const isCalendar = url?.endsWith(".ics") === true;
  return {
    title: text.title[locale],
    isIndexed: false,
    scripts: ["copy"],
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.lead[locale]}</p>
          {url === null ? null : (
            <>
              <SecretField
                id="address"
                label={(isCalendar ? text.calendar : text.feed)[locale]}
                secret={url}
                hook={isCalendar ? "data-calendar-address" : "data-feed-address"}
                locale={locale}
              />
              <p class="prose">
                <strong>{text.once[locale]}</strong> {isCalendar ? "" : text.json[locale]}
              </p>
            </>
          )}
        </section>
        <section class="section" aria-labelledby="yours">
          <h2 id="yours">{text.yours[locale]}</h2>
          {items.length === 0 ? <p class="prose">{text.none[locale]}</p> : <Addresses items={items} locale={locale} />}
        </section>
        <section class="section" aria-labelledby="make">
          <h2 id="make">{text.make[locale]}</h2>
          <PostForm request={request} path={privatePaths.feeds}>
            <Choice
              legend={text.kind[locale]}
              name="kind"
              options={[
                { value: "feed", name: text.feed[locale] },
                { value: "calendar", name: text.calendar[locale] },
              ]}
              values={[form.get("kind") || "feed"]}
            />
            <Field
              id="organization"
              label={text.organization[locale]}
              name="organization"
              value={form.get("organization")}
              options={[
                { value: "", name: text.all[locale] },
                ...organizations.map(({ id, untrusted }) => ({ value: id, name: untrusted.name ?? id })),
              ]}
            />
            {lists.length === 0 ? null : (
              <Field
                id="list"
                label={text.list[locale]}
                name="list"
                value={form.get("list")}
                options={[
                  { value: "", name: text.whole[locale] },
                  ...lists.map(({ id, untrusted }) => ({
                    value: id,
                    name: `${untrusted.name ?? id} (${untrusted.organization ?? ""})`,
                  })),
                ]}
              />
            )}
            <SubmitButton label={text.create[locale]} />
          </PostForm>
          <p>
            <a href={href(locale, privatePaths.account)}>{text.account[locale]}</a>
          </p>
        </section>
      </>
    ),
  };
}

function Addresses({ items, locale }: { items: AnswerOf<typeof subscriptionList>["items"]; locale: Locale }) {
  return (
    <ul class="rows">
      {items.map(({ id, kind, createdAt, untrusted: { organization, list } }) => (
        <li class="row" id={id}>
          <p class="row-name">
            {text[kind][locale]}: <bdi>{list ?? organization ?? text.all[locale]}</bdi>
          </p>
          <p class="meta">{formatInstant(createdAt, locale)}</p>
          <QuestionLink locale={locale} path={`${privatePaths.feeds}/${id}/revoke`} label={text.revoke[locale]} />
        </li>
      ))}
    </ul>
  );
}
