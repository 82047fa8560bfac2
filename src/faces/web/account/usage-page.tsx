import { accountUsage } from "../../../capabilities/accounts/account-usage.ts";
import { budgetAmount } from "../../../capabilities/calling/charge.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { Localized } from "../../../core/locale.ts";
import { capitalized } from "../../../core/text.ts";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

const text = {
  title: { sk: "Čo ste využili", cs: "Co jste využili", en: "What you have used" },
  lead: {
    sk: "Spolu za všetky organizácie, ktoré sa účtujú vám. Každá overená doména pridá miesto.",
    cs: "Dohromady za všechny organizace, které se účtují vám. Každá ověřená doména přidá místo.",
    en: "For all organizations that are charged to you, together. Each proved domain raises it.",
  },
  today: { sk: "dnes", cs: "dnes", en: "today" },
  of: { sk: "z", cs: "z", en: "of" },
  usedUp: {
    sk: "Na dnes vyčerpané, zajtra znova.",
    cs: "Na dnešek vyčerpáno, zítra znovu.",
    en: "Used up; again tomorrow.",
  },
  full: { sk: "Plné.", cs: "Plné.", en: "Full." },
  organizations: {
    sk: "Organizácie, ktoré sa účtujú vám",
    cs: "Organizace, které se účtují vám",
    en: "Organizations charged to you",
  },
  none: { sk: "Žiadna.", cs: "Žádná.", en: "None." },
} satisfies Record<string, Localized>;

/** Every budget of the person with what is used of it, and the organizations that use it. */
export async function usagePage({ locale, ask }: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { budgets, organizations } = await ask(accountUsage, {});
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.lead[locale]}</p>
          <ul class="entries">
            {budgets.map((budget) => (
              <Budget budget={budget} locale={locale} />
            ))}
          </ul>
        </section>
        <section class="section">
          <h2>{text.organizations[locale]}</h2>
          {organizations.length === 0 ? <p>{text.none[locale]}</p> : null}
          <ul class="entries">
            {organizations.map(({ id, untrusted }) => (
              <li>
                <a href={href(locale, organizationPath(id))}>
                  <bdi class="breakable">{untrusted.name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </section>
      </>
    ),
  };
}

function Budget({
  budget: { name, label, perDay, used, limit },
  locale,
}: {
  budget: AnswerOf<typeof accountUsage>["budgets"][number];
  locale: PrivateRequest["locale"];
}) {
  const isFull = used >= limit;
  return (
    <li data-budget={name} data-used={used} data-limit={limit}>
      <p>
        <strong>
          {capitalized(label)}
          {perDay ? `, ${text.today[locale]}` : ""}
        </strong>{" "}
        {budgetAmount(name, used, locale)} {text.of[locale]} {budgetAmount(name, limit, locale)}
      </p>
      <meter min={0} max={limit} value={Math.min(used, limit)} aria-label={label} />
      {isFull ? <p class="meta">{(perDay ? text.usedUp : text.full)[locale]}</p> : null}
    </li>
  );
}
