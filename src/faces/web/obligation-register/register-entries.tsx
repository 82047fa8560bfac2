import type { OrganizationVerdict } from "../../../capabilities/organizations/organization-verdict.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay } from "../../../core/text.ts";
import { obligationName } from "../obligations/obligation-entry.tsx";
import { href } from "../paths.ts";
import { BasisRemark } from "./basis-remark.tsx";
import { type Disagreements, disagreeText, FindingLinks } from "./disagreeing-findings.tsx";
import { ObligationCodes } from "./obligation-codes.tsx";
import { entryPath, registerPath } from "./register-paths.ts";
import { queryOf, type Register, type RegisterFilters } from "./register-query.ts";
import { StatusMark } from "./status-mark.tsx";

const text = typesetTexts({
  status: { sk: "Stav", cs: "Stav", en: "Status" },
  obligation: { sk: "Povinnosť", cs: "Povinnost", en: "Obligation" },
  next: { sk: "Ďalšie preskúmanie", cs: "Příští přezkoumání", en: "Next review" },
  person: { sk: "Zodpovedná osoba", cs: "Odpovědná osoba", en: "Responsible person" },
  note: { sk: "Čím je to doložené", cs: "Čím je to doloženo", en: "Evidence" },
  overdue: { sk: "po termíne", cs: "po termínu", en: "overdue" },
  later: {
    sk: "neskôr, než odporúča katalóg",
    cs: "později, než doporučuje katalog",
    en: "later than the catalog recommends",
  },
  open: {
    sk: "splnené, hoci tieto jej časti nie sú",
    cs: "splněno, i když tyto její části nejsou",
    en: "met, although these are not",
  },
  work: { sk: "Hotové do", cs: "Hotovo do", en: "Done by" },
  left: { sk: "už nie je členom", cs: "už není členem", en: "no longer a member" },
  maybe: {
    sk: "ak sa na vás zákon vzťahuje",
    cs: "pokud se na vás zákon vztahuje",
    en: "if the law applies to you",
  },
  choose: { sk: "Vybrať", cs: "Vybrat", en: "Choose" },
  ranOut: { sk: "uplynulo", cs: "uplynulo", en: "ran out" },
} satisfies Record<string, Localized>);

/** The obligations as a table, its heads sort it; cards on a telephone. */
export function RegisterEntries({
  register: { organization },
  items,
  isTickable = false,
  filters,
  verdict,
  disagreements,
  locale,
}: {
  register: Pick<Register, "organization">;
  items: Register["items"];
  /** Several can be chosen, in a form around the table. */
  isTickable?: boolean;
  filters: RegisterFilters;
  verdict: OrganizationVerdict | undefined;
  disagreements: Disagreements;
  locale: Locale;
}) {
  const datesOf = new Map(verdict?.obligations.map(({ code, dates }) => [code, dates]));
  const findingsOf = Map.groupBy(disagreements, ({ code }) => code);
  const column = (sort: RegisterFilters["sort"], label: Localized) => {
    const isSorted = filters.sort === sort;
    const descending = isSorted && !filters.descending;
    return (
      <th scope="col" aria-sort={isSorted ? (filters.descending ? "descending" : "ascending") : undefined}>
        <a
          href={href(locale, registerPath(organization.id), {
            ...queryOf({ ...filters, sort, descending }),
            regime: verdict === undefined ? undefined : 1,
          })}
        >
          {label[locale]}
        </a>
      </th>
    );
  };
  return (
    <table class="is-stacked register-entries">
      <thead>
        <tr>
          {column("code", text.obligation)}
          {column("status", text.status)}
          {column("person", text.person)}
          {column("work", text.work)}
          {column("next", text.next)}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr id={item.code} data-status={item.status ?? "none"} data-applies={APPLIES[String(item.applies)]}>
            <th scope="row">
              {isTickable ? (
                <>
                  <input
                    type="checkbox"
                    name="codes"
                    value={item.code}
                    aria-label={`${text.choose[locale]} ${item.code}`}
                  />
                  <input type="hidden" name="versions" value={`${item.code}:${item.version}`} />{" "}
                </>
              ) : null}
              <a href={href(locale, entryPath(organization.id, item.code))}>{obligationName(item.name, locale)}</a>{" "}
              <span class="tag">{item.code}</span>
              {item.applies === null ? <span class="register-remark">{text.maybe[locale]}</span> : null}
              <LawDates dates={datesOf.get(item.code) ?? []} locale={locale} />
            </th>
            <td data-label={text.status[locale]}>
              <span>
                <StatusMark status={item.status} locale={locale} />
                <BasisRemark item={item} locale={locale} />
                {item.openSpecials.length === 0 ? null : (
                  <span class="register-remark">
                    {text.open[locale]}: <ObligationCodes codes={item.openSpecials} />
                  </span>
                )}
                <Disagreeing
                  findings={findingsOf.get(item.code) ?? []}
                  organizationId={organization.id}
                  locale={locale}
                />
              </span>
            </td>
            <td
              data-label={text.person[locale]}
              class={item.untrusted.responsiblePerson === null ? "is-empty" : undefined}
            >
              {item.untrusted.responsiblePerson === null ? "–" : <bdi>{item.untrusted.responsiblePerson}</bdi>}
              {item.responsibleLeft ? <span class="register-remark">{text.left[locale]}</span> : null}
              {item.untrusted.evidenceNote === null ? null : (
                <div class="print-only note-text">
                  {text.note[locale]}: <bdi>{item.untrusted.evidenceNote}</bdi>
                </div>
              )}
            </td>
            <td data-label={text.work[locale]} class={item.workDueAt === null ? "is-empty" : undefined}>
              {item.workDueAt === null ? (
                "–"
              ) : (
                <span data-work={item.workOverdue ? "overdue" : "due"}>
                  <time datetime={item.workDueAt}>{formatDay(item.workDueAt, locale)}</time>
                  {item.workOverdue ? <strong class="is-overdue"> {text.overdue[locale]}</strong> : null}
                </span>
              )}
            </td>
            <td data-label={text.next[locale]} class={item.nextReviewAt === null ? "is-empty" : undefined}>
              {item.nextReviewAt === null ? (
                "–"
              ) : (
                <span>
                  <time datetime={item.nextReviewAt}>{formatDay(item.nextReviewAt, locale)}</time>
                  {item.overdue ? <strong class="is-overdue"> {text.overdue[locale]}</strong> : null}
                  {item.laterThanRecommended ? <span class="register-remark">{text.later[locale]}</span> : null}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether the law binds the organization to an obligation, as `data-applies`. */
const APPLIES: Readonly<Record<string, string>> = { true: "yes", false: "no", null: "maybe" };

/** What a scan sees otherwise than it is stated. */
function Disagreeing({
  findings,
  organizationId,
  locale,
}: {
  findings: Disagreements;
  organizationId: string;
  locale: Locale;
}) {
  if (findings.length === 0) return null;
  return (
    <span class="register-remark" data-disagrees="scan">
      {disagreeText[locale]}: <FindingLinks findings={findings} organizationId={organizationId} locale={locale} />
    </span>
  );
}

/** The days by which the law wants the steps of an obligation. */
function LawDates({ dates, locale }: { dates: OrganizationVerdict["obligations"][number]["dates"]; locale: Locale }) {
  return dates.map(({ title, day, past }) => (
    <span class="register-remark">
      {title === null ? null : `${title}: `}
      <time datetime={day}>{formatDay(day, locale)}</time>
      {past ? ` (${text.ranOut[locale]})` : null}
    </span>
  ));
}
