import type { SupplierProfile } from "../../../capabilities/suppliers/supplier-profile.ts";
import type { SupplierRow } from "../../../capabilities/suppliers/supplier-row.ts";
import { JUDGEMENT_TEXTS, NOT_KNOWN, PROFILE_TEXTS } from "../../../capabilities/suppliers/supplier-table.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { CategoryMark, CategorySign } from "../components/category-mark.tsx";

const text = {
  absent: {
    sk: "v registri sme ho nenašli",
    cs: "v rejstříku jsme ho nenašli",
    en: "not found in the register",
  },
  unavailable: {
    sk: "v registri ho teraz nevieme overiť",
    cs: "v rejstříku ho teď nemůžeme ověřit",
    en: "the register cannot tell now",
  },
  ceased: { sk: "firma zanikla", cs: "firma zanikla", en: "the firm has ceased" },
  until: { sk: "platí do", cs: "platí do", en: "valid until" },
  was: { sk: "platil do", cs: "platil do", en: "was valid until" },
  isNew: { sk: "nová verzia", cs: "nová verze", en: "new revision" },
  full: { sk: "všetko zavedené", cs: "vše zavedeno", en: "all in place" },
  partial: { sk: "čiastočne", cs: "částečně", en: "in part" },
  none: { sk: "bez odpovede", cs: "bez odpovědi", en: "no answers" },
} satisfies Record<string, Localized>;

const answered: Readonly<Record<Locale, (answered: number, visible: number) => string>> = {
  sk: (some, all) => `zodpovedané ${some} z ${all}`,
  cs: (some, all) => `zodpovězeno ${some} z ${all}`,
  en: (some, all) => `${some} of ${all} answered`,
};

/** The NIS2 category of a supplier; a firm that no register knows is not known, and not out of scope. */
export function StandingMark({
  row: { category, register, regime, status },
  locale,
}: {
  row: Pick<SupplierRow, "category" | "register" | "regime" | "status">;
  locale: Locale;
}) {
  if (category === null) {
    return (
      <div>
        <span class="category is-unknown">
          <CategorySign category="unknown" />
          <span>{NOT_KNOWN[locale]}</span>
        </span>
        <span class="register-remark">{text[register === "absent" ? "absent" : "unavailable"][locale]}</span>
      </div>
    );
  }
  return (
    <div>
      <CategoryMark category={category} nationalRegime={regime} locale={locale} />
      {regime === null || category === "out_of_scope" || category === "unknown" ? null : (
        <span class="register-remark">{regime.name}</span>
      )}
      {status === "ceased" ? <span class="register-remark">{text.ceased[locale]}</span> : null}
    </div>
  );
}

/** Where the profile of a supplier stands, until when it holds, and whether there is something new in it. */
export function ProfileMark({
  profile: { state, validUntil, isNew },
  locale,
}: {
  profile: Pick<SupplierProfile, "state" | "validUntil" | "isNew">;
  locale: Locale;
}) {
  return (
    <div>
      <Mark shape={PROFILE_SHAPES[state]} name={state} words={PROFILE_TEXTS[state][locale]} />
      {validUntil === null ? null : (
        <span class="register-remark">
          {(state === "stale" ? text.was : text.until)[locale]}{" "}
          <time datetime={validUntil}>{formatDay(validUntil, locale)}</time>
        </span>
      )}
      {isNew ? <strong class="register-remark is-new">{text.isNew[locale]}</strong> : null}
    </div>
  );
}

/** How much is answered, and by state which letters; of a profile that is out of date nothing good is summed up. */
export function CoverageSummary({ profile, locale }: { profile: SupplierProfile; locale: Locale }) {
  const { state, answeredFields, visibleFields, coverage } = profile;
  if (answeredFields === null || visibleFields === null) return <>–</>;
  return (
    <div class="supplier-coverage">
      {answered[locale](answeredFields, visibleFields)}
      {state === "stale"
        ? null
        : (["full", "partial", "none"] as const).map((each) => {
            const letters = coverage.filter((row) => row.state === each).map(({ letter }) => letter);
            if (letters.length === 0) return null;
            return (
              <span class="register-remark">
                {text[each][locale]}: {letters.join(", ")}
              </span>
            );
          })}
    </div>
  );
}

/** The organization's own judgement as a shape that is readable without colour, and as words. */
export function JudgementMark({ judgement, locale }: { judgement: SupplierRow["judgement"]; locale: Locale }) {
  const key = judgement ?? "none";
  return <Mark shape={JUDGEMENT_SHAPES[key]} name={key} words={JUDGEMENT_TEXTS[key][locale]} />;
}

function Mark({ shape, name, words }: { shape: string; name: string; words: string }) {
  return (
    <span class={`status-mark is-${name === "none" ? "untracked" : name}`}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle
          cx="8"
          cy="8"
          r="6.75"
          fill="none"
          stroke="currentColor"
          stroke-width="1.5"
          stroke-dasharray={name === "none" ? "2 2.24" : undefined}
        />
        {shape === "" ? null : <path d={shape} fill="none" stroke="currentColor" stroke-width="1.75" />}
      </svg>{" "}
      {words}
    </span>
  );
}

const TICK = "M4.75 8.25l2.25 2.25l4.25-4.75";
const CROSS = "M5.5 5.5l5 5m0-5l-5 5";
const BAR = "M4.75 8h6.5";
const CLOCK = "M8 4.5v3.75l2.5 1.75";

const PROFILE_SHAPES: Readonly<Record<SupplierProfile["state"], string>> = {
  published: TICK,
  stale: CLOCK,
  withdrawn: CROSS,
  none: "",
};

const JUDGEMENT_SHAPES: Readonly<Record<NonNullable<SupplierRow["judgement"]> | "none", string>> = {
  suitable: TICK,
  conditions: BAR,
  unsuitable: CROSS,
  none: "",
};
