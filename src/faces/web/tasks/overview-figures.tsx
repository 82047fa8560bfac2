import type { OrganizationFigures } from "../../../capabilities/tasks/figures.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDistance, formatShortDay } from "../../../core/text.ts";
import { CategorySign, categoryNames } from "../components/category-mark.tsx";
import { href, organizationPath } from "../paths.ts";
import { StateBar } from "./state-bar.tsx";

const text = typesetTexts({
  verdict: { sk: "Posúdenie", cs: "Posouzení", en: "Verdict" },
  byRegister: { sk: "podľa registra", cs: "podle rejstříku", en: "by the register" },
  byAnswers: { sk: "podľa vašich odpovedí", cs: "podle vašich odpovědí", en: "by your answers" },
  findOut: {
    sk: "Zistite, či sa vás NIS2 týka",
    cs: "Zjistěte, zda se vás NIS2 týká",
    en: "Find out whether NIS2 reaches you",
  },
  deadline: { sk: "Zákonný termín", cs: "Zákonný termín", en: "Legal deadline" },
  late: { sk: "po termíne", cs: "po termínu", en: "overdue" },
  sayDay: { sk: "povedzte deň", cs: "řekněte den", en: "state the day" },
  none: { sk: "žiadny v dohľade", cs: "žádný v dohledu", en: "none in sight" },
  register: { sk: "Evidencia povinností", cs: "Evidence povinností", en: "Obligation register" },
  overdue: { sk: "po termíne", cs: "po termínu", en: "overdue" },
  technical: { sk: "Sken domény", cs: "Sken domény", en: "Domain scan" },
  addDomain: { sk: "Pridajte doménu", cs: "Přidejte doménu", en: "Add a domain" },
} satisfies Record<string, Localized>);

const TRENDS: Readonly<
  Record<OrganizationFigures["technical"]["trend"], { readonly sign: string; readonly words: Localized }>
> = {
  up: { sign: "↑", words: { sk: "lepšie ako naposledy", cs: "lepší než naposledy", en: "better than last time" } },
  down: { sign: "↓", words: { sk: "horšie ako naposledy", cs: "horší než naposledy", en: "worse than last time" } },
  same: { sign: "=", words: { sk: "ako naposledy", cs: "jako naposledy", en: "as last time" } },
  none: { sign: "", words: { sk: "", cs: "", en: "" } },
};

/** The four figures of an organization, each the way to its part. */
export function OverviewFigures({
  id,
  figures: { category, deadline, completion, technical },
  today,
  locale,
}: {
  id: string;
  figures: OrganizationFigures;
  today: string;
  locale: Locale;
}) {
  const at = (part: string) => href(locale, organizationPath(id, part));
  return (
    <div class="overview-figures" data-figures>
      <a class="figure" href={at("/verdict")} data-figure="category" data-value={category.value ?? ""}>
        <span class="figure-title">{text.verdict[locale]}</span>
        {category.value === null ? (
          <span class="figure-value is-words">{text.findOut[locale]}</span>
        ) : (
          <>
            <span class="figure-value is-words">
              <CategorySign category={category.value} size={24} /> {categoryNames[category.value][locale]}
            </span>
            <span class="figure-note">
              {[category.regime, text[category.source === "answers" ? "byAnswers" : "byRegister"][locale]]
                .filter((part) => part !== null)
                .join(", ")}
            </span>
          </>
        )}
      </a>
      <a
        class="figure"
        href={href(locale, organizationPath(id, "/todo"), { kind: "deadline" })}
        data-figure="deadline"
        data-value={deadline.value ?? ""}
      >
        <span class="figure-title">{text.deadline[locale]}</span>
        {deadline.value === null ? (
          <>
            <span class="figure-value is-words">
              {deadline.missingDay === null ? text.none[locale] : `${text.sayDay[locale]} …`}
            </span>
            <span class="figure-note">{deadline.missingDay}</span>
          </>
        ) : (
          <>
            <span class={`figure-value${deadline.overdue ? " is-wrong" : ""}`}>
              {formatShortDay(deadline.value, locale)}
            </span>
            <span class="figure-note">
              {deadline.overdue ? (
                <strong class="is-wrong">▲ {text.late[locale]}</strong>
              ) : (
                formatDistance(today, deadline.value, locale)
              )}
              {deadline.title === null ? null : `, ${deadline.title}`}
            </span>
          </>
        )}
      </a>
      <div class="figure" data-figure="completion" data-value={completion.value}>
        <a class="figure-title" href={at("/obligations")}>
          {text.register[locale]}
        </a>
        <span class="figure-value" data-completion={completion.value}>
          {completion.value} %
        </span>
        <StateBar states={completion.states} id="figure-bar" locale={locale} />
        {completion.overdue === 0 ? null : (
          <a class="figure-note" href={href(locale, organizationPath(id, "/obligations"), { overdue: 1 })}>
            {text.overdue[locale]} {completion.overdue}
          </a>
        )}
      </div>
      <Technical id={id} technical={technical} locale={locale} />
    </div>
  );
}

function Technical({
  id,
  technical: { value, domain, scanId, day, trend },
  locale,
}: {
  id: string;
  technical: OrganizationFigures["technical"];
  locale: Locale;
}) {
  const part = scanId === null ? "/domains" : `/scans/${scanId}`;
  return (
    <a
      class="figure"
      href={href(locale, organizationPath(id, part))}
      data-figure="technical"
      data-value={value ?? ""}
      data-trend={trend}
    >
      <span class="figure-title breakable">{domain ?? text.technical[locale]}</span>
      {value === null ? (
        <span class="figure-value is-words">{text.addDomain[locale]}</span>
      ) : (
        <>
          <span class="figure-value">
            {value} <span aria-hidden="true">{TRENDS[trend].sign}</span>
          </span>
          <span class="figure-note">
            {[TRENDS[trend].words[locale], day === null ? "" : formatShortDay(day, locale)].filter(Boolean).join(", ")}
          </span>
        </>
      )}
    </a>
  );
}
