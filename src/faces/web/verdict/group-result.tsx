import { headcountText } from "../../../capabilities/scope/headcount-text.ts";
import type { EvaluationAnswer } from "../../../capabilities/scope/scope-answer.ts";
import { isInCrowns } from "../../../capabilities/scope/typed-number.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { Citations } from "../components/citations.tsx";
import { LawText } from "../components/law-text.tsx";
import type { GroupLine } from "./group-query.ts";
import { sizeNames } from "./verdict-names.ts";
import type { WhatIfValues } from "./what-if-query.ts";

type Group = NonNullable<EvaluationAnswer["group"]>;

const text = {
  title: { sk: "Skupina", cs: "Skupina", en: "The group" },
  you: { sk: "Vy", cs: "Vy", en: "You" },
  accounts: { sk: "Konsolidovaná závierka", cs: "Konsolidovaná závěrka", en: "Consolidated accounts" },
  firm: { sk: "Firma", cs: "Firma", en: "Firm" },
  notCounted: { sk: "nepočíta sa", cs: "nepočítá se", en: "does not count" },
  turnover: { sk: "Obrat spolu", cs: "Obrat celkem", en: "Turnover together" },
  balance: { sk: "bilančná suma spolu", cs: "bilanční suma celkem", en: "balance sheet total together" },
  atLeast: { sk: "aspoň", cs: "alespoň", en: "at least" },
  crowns: {
    sk: "Sumy v korunách sú prepočítané uvedeným kurzom (§ 2 ods. 2 vyhlášky č. 408/2025 Sb.), Kč za 1 euro:",
    cs: "Částky v korunách jsou přepočteny uvedeným kurzem (§ 2 odst. 2 vyhlášky č. 408/2025 Sb.), Kč za 1 euro:",
    en: "Amounts in Czech crowns are converted at the stated rate (§ 2(2) of Decree No. 408/2025 Sb.), CZK for 1 euro:",
  },
  together: { sk: "Spolu", cs: "Dohromady", en: "Together" },
} satisfies Record<string, Localized>;

/** The size of the group: a picture of who counts with which part, the sum, and the steps with their provisions. */
export function GroupResult({ group, values, locale }: { group: Group; values: WhatIfValues; locale: Locale }) {
  const { lines } = values.group;
  const sum = `${text.together[locale]}: ${headcountText(group.employees, locale)}${
    group.size === null ? "" : `, ${sizeNames[group.size][locale].toLowerCase()}`
  }.`;
  return (
    <section class="section" aria-labelledby="group-title">
      <h2 id="group-title">{text.title[locale]}</h2>
      <p class="prose">
        <strong>{sum}</strong>
      </p>
      <MoneySums group={group} values={values} locale={locale} />
      <GroupPicture group={group} lines={lines} sum={sum} locale={locale} />
      <ol class="group-steps">
        {group.steps.map((step) =>
          step.text === null ? null : (
            <li>
              <LawText text={step.text} />
              <Citations citations={step.citations} locale={locale} />
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

/** Turnover and balance sheet total of the group, and the rate by which crowns became euros. */
function MoneySums({
  group: { turnoverEur, balanceSheetEur },
  values,
  locale,
}: {
  group: Group;
  values: WhatIfValues;
  locale: Locale;
}) {
  const { lines, consolidated } = values.group;
  const isTyped = [...lines, consolidated].some(({ turnover, balance }) => turnover !== "" || balance !== "");
  if (!isTyped) return null;
  const amounts = [values, ...lines, consolidated].flatMap(({ turnover, balance }) => [turnover, balance]);
  const sum = ({ eur, isComplete }: Group["turnoverEur"]) =>
    `${isComplete ? "" : `${text.atLeast[locale]} `}${formatNumber(eur, locale)} EUR`;
  return (
    <p class="prose">
      {text.turnover[locale]}: {sum(turnoverEur)}, {text.balance[locale]}: {sum(balanceSheetEur)}.{" "}
      {amounts.some(isInCrowns) ? (
        <>
          <LawText text={text.crowns[locale]} /> {values.rate}.
        </>
      ) : null}
    </p>
  );
}

/** Height of a row of the picture and the width of its bar, in units of the view box. */
const ROW = 44;
const BAR = 300;

/** A bar for each firm: as wide as its staff, filled as far as it counts. */
function GroupPicture({
  group,
  lines,
  sum,
  locale,
}: {
  group: Group;
  lines: readonly GroupLine[];
  sum: string;
  locale: Locale;
}) {
  const most = Math.max(1, ...group.members.map(({ employees }) => employees.min));
  const height = group.members.length * ROW + 4;
  return (
    <svg class="group-picture" viewBox={`0 0 360 ${height}`} role="img" aria-label={sum}>
      {group.members.map((member, index) => {
        const width = Math.max(4, (member.employees.min / most) * BAR);
        const y = index * ROW;
        const share = member.weight === 0 ? text.notCounted[locale] : `${formatNumber(member.weight * 100, locale)} %`;
        return (
          <g>
            <text x="0" y={y + 15} class="group-name">
              {nameOf(member, lines, locale)}: {headcountText(member.employees, locale)} · {share}
            </text>
            <rect x="0" y={y + 22} width={width} height="14" class="group-whole" />
            <rect x="0" y={y + 22} width={width * member.weight} height="14" class="group-counted" />
          </g>
        );
      })}
    </svg>
  );
}

function nameOf({ relation, index }: Group["members"][number], lines: readonly GroupLine[], locale: Locale): string {
  if (relation === "self") return text.you[locale];
  if (relation === "consolidated") return text.accounts[locale];
  const isLinked = relation === "linked";
  const line = lines.filter((each) => (each.relation === "linked") === isLinked)[index];
  const name = line?.name ?? "";
  return name === ""
    ? `${text.firm[locale]} ${(line === undefined ? index : lines.indexOf(line)) + 1}`
    : foreignText(name);
}
