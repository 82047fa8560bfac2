import type { organizationAuditLog } from "../../../capabilities/audit/organization-audit-log.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import { ACTOR_KINDS } from "../../../core/actor-kind.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { FilterFold } from "../components/filter-fold.tsx";
import { Field } from "../components/form-field.tsx";
import { ACTION_NAMES } from "./action-names.ts";
import { ACTOR_NAMES } from "./audit-entries.tsx";

const text = {
  action: { sk: "Udalosť", cs: "Událost", en: "Event" },
  actor: { sk: "Kto", cs: "Kdo", en: "Who" },
  from: { sk: "Od dňa", cs: "Ode dne", en: "From" },
  to: { sk: "Do dňa", cs: "Do dne", en: "To" },
  all: { sk: "všetko", cs: "vše", en: "everything" },
  everybody: { sk: "všetci", cs: "všichni", en: "everybody" },
  whole: { sk: "Zobraziť všetky záznamy", cs: "Zobrazit všechny záznamy", en: "Show all entries" },
} satisfies Record<string, Localized>;

const FILTERS = ["action", "actor", "from", "to"] as const;

/** What the address narrows the log by. */
export function filtersOf(query: URLSearchParams): Record<(typeof FILTERS)[number], string> {
  const [action, actor, from, to] = FILTERS.map((name) => query.get(name) ?? "");
  return { action: action ?? "", actor: actor ?? "", from: from ?? "", to: to ?? "" };
}

/** The form that narrows the log: by event, person and days. */
export function FilterForm({
  locale,
  action,
  filters,
  people,
}: {
  locale: Locale;
  action: string;
  filters: ReturnType<typeof filtersOf>;
  people: AnswerOf<typeof organizationAuditLog>["people"];
}) {
  return (
    <FilterFold
      action={action}
      isNarrowed={Object.values(filters).some((value) => value !== "")}
      all={text.whole}
      locale={locale}
    >
      <div class="fields">
        <Field
          id="action"
          label={text.action[locale]}
          value={filters.action}
          options={[
            { value: "", name: text.all[locale] },
            ...Object.entries(ACTION_NAMES).map(([value, label]) => ({ value, name: label[locale] })),
          ]}
        />
        <Field
          id="actor"
          label={text.actor[locale]}
          value={filters.actor}
          options={[
            { value: "", name: text.everybody[locale] },
            ...people.map(({ id, untrusted }) => ({ value: id, name: untrusted.name })),
            ...ACTOR_KINDS.map((kind) => ({ value: kind, name: ACTOR_NAMES[kind][locale] })),
          ]}
        />
        <Field id="from" label={text.from[locale]} type="date" value={filters.from} />
        <Field id="to" label={text.to[locale]} type="date" value={filters.to} />
      </div>
    </FilterFold>
  );
}
