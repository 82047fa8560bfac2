import type { OrganizationOverview } from "../../../capabilities/tasks/organization-overview.ts";
import type { TaskLine } from "../../../capabilities/tasks/task-item.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { MANAGED_TASKS } from "../../../core/task.ts";
import { formatShortDay } from "../../../core/text.ts";
import { errorOf, PostForm } from "../components/form.tsx";
import { Field } from "../components/form-field.tsx";
import { Citation, LawText } from "../components/law-text.tsx";
import type { SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { BAND_NAMES, takesTime } from "./task-texts.ts";

const text = typesetTexts({
  late: { sk: "po termíne od", cs: "po termínu od", en: "overdue since" },
  until: { sk: "do", cs: "do", en: "by" },
  nobody: { sk: "nikto zatiaľ", cs: "zatím nikdo", en: "nobody yet" },
  more: { sk: "Prideliť, odložiť", cs: "Přidělit, odložit", en: "Assign, put off" },
  moreDone: { sk: "Urobené, prideliť, odložiť", cs: "Hotovo, přidělit, odložit", en: "Done, assign, put off" },
  assignee: { sk: "Kto to urobí", cs: "Kdo to udělá", en: "Who does it" },
  assign: { sk: "Prideliť", cs: "Přidělit", en: "Assign" },
  untilDay: { sk: "Odložiť do", cs: "Odložit do", en: "Put off until" },
  snooze: { sk: "Odložiť", cs: "Odložit", en: "Put off" },
  doneOn: { sk: "Urobené dňa", cs: "Hotovo dne", en: "Done on" },
  done: { sk: "Urobené", cs: "Hotovo", en: "Done" },
  aside: { sk: "Zaobísť sa bez toho", cs: "Obejít se bez toho", en: "Do without it" },
  undo: { sk: "Vrátiť do zoznamu", cs: "Vrátit do seznamu", en: "Back to the list" },
  returns: { sk: "vráti sa", cs: "vrátí se", en: "returns on" },
  fixed: { sk: "Opravené, skenovať znova", cs: "Opraveno, skenovat znovu", en: "Mended, scan again" },
} satisfies Record<string, Localized>);

/** What the lines of one organization share on a page. */
export type TaskContext = Pick<
  OrganizationOverview,
  "id" | "today" | "accountId" | "mayChange" | "mayManage" | "members"
>;

/** The lines of the list in their order, each with one button, and what else can be done with it. */
export function TaskEntries({
  request,
  page,
  lines,
}: {
  request: PrivateRequest<SignedIn>;
  page: TaskContext;
  lines: readonly TaskLine[];
}) {
  const { locale } = request;
  return (
    <ol class="todo" data-todo>
      {lines.map((line, index) => (
        <li
          data-task={line.key}
          data-kind={line.kind}
          data-band={line.band}
          data-due={line.dueAt ?? ""}
          data-weight={line.weight ?? ""}
          data-minutes={line.minutes ?? ""}
          data-assignee={line.assignee?.accountId ?? ""}
          data-version={line.version}
        >
          {line.band === lines[index - 1]?.band ? null : (
            <p class={`todo-band${line.band === "now" ? " is-late" : ""}`}>{BAND_NAMES[line.band][locale]}</p>
          )}
          <p class="todo-title">
            <LawText text={line.title} />
            {line.untrusted.subject === null ? null : (
              <>
                {" "}
                <bdi class="breakable">({line.untrusted.subject})</bdi>
              </>
            )}
          </p>
          <p class="todo-why">
            <LawText text={line.why} />
            {line.citation === null ? null : (
              <>
                {" "}
                <Citation citation={line.citation} />
              </>
            )}
          </p>
          <Facts line={line} locale={locale} />
          <p class="todo-act">
            <a class={`button${index === 0 ? "" : " is-quiet"}`} href={href(locale, line.path)}>
              {line.action}
            </a>
          </p>
          {page.mayChange && (page.mayManage || !MANAGED_TASKS.includes(line.kind)) ? (
            <Acts request={request} page={page} line={line} />
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** Until when, how long, who. */
function Facts({
  line: { dueAt, overdue, minutes, untrusted, snoozedUntil },
  locale,
}: {
  line: TaskLine;
  locale: Locale;
}) {
  return (
    <p class="meta todo-facts">
      {dueAt === null ? null : overdue ? (
        <strong class="is-wrong">
          ▲ {text.late[locale]} {formatShortDay(dueAt, locale)}
        </strong>
      ) : (
        <span>
          {text.until[locale]} {formatShortDay(dueAt, locale)}
        </span>
      )}
      {minutes === null ? null : <span>{takesTime(minutes, locale)}</span>}
      {untrusted.assignee === null ? (
        <span>{text.nobody[locale]}</span>
      ) : (
        <span>
          <bdi class="breakable">{untrusted.assignee}</bdi>
        </span>
      )}
      {snoozedUntil === null ? null : (
        <span>
          {text.returns[locale]} {formatShortDay(snoozedUntil, locale)}
        </span>
      )}
    </p>
  );
}

/** The id of the fields of a line. */
export function taskPrefix(key: string): string {
  return `task-${key.replaceAll(/[^\w-]/g, "-")}-`;
}

function Acts({ request, page, line }: { request: PrivateRequest<SignedIn>; page: TaskContext; line: TaskLine }) {
  const { locale, form, refusal } = request;
  const { key, kind, version, state, assignee } = line;
  const path = organizationPath(page.id, "/todo");
  const isSent = refusal !== null && form.get("key") === key;
  const typed = (name: string, before = "") => (isSent ? form.get(name) : before);
  const error = (name: string) => (isSent ? errorOf(refusal, name) : undefined);
  const id = (name: string) => `${taskPrefix(key)}${name}`;
  const isDated = kind === "deadline";
  const mayBeDone = isDated || kind === "setup" || /^supplier:.*\/revision$/.test(key);
  return (
    <details class="todo-more" open={isSent}>
      <summary>{text[mayBeDone ? "moreDone" : "more"][locale]}</summary>
      <PostForm request={request} path={path}>
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="version" value={version} />
        {state !== "open" ? (
          <button type="submit" class="button is-quiet" name="act" value="undo">
            {text.undo[locale]}
          </button>
        ) : (
          <>
            {mayBeDone ? (
              <div class="todo-part">
                {isDated ? (
                  <Field
                    id={id("doneOn")}
                    name="doneOn"
                    type="date"
                    label={text.doneOn[locale]}
                    value={typed("doneOn", page.today)}
                    error={error("doneOn")}
                  />
                ) : null}
                <button type="submit" class="button is-quiet" name="act" value="done">
                  {text[kind === "setup" ? "aside" : "done"][locale]}
                </button>
              </div>
            ) : null}
            <div class="todo-part">
              <Field
                id={id("assignee")}
                name="assignee"
                label={text.assignee[locale]}
                value={typed("assignee", assignee?.accountId)}
                error={error("assignee")}
                options={[
                  { value: "", name: text.nobody[locale] },
                  ...page.members.map((member) => ({ value: member.id, name: member.untrusted.name })),
                ]}
              />
              <button type="submit" class="button is-quiet" name="act" value="assign">
                {text.assign[locale]}
              </button>
            </div>
            <div class="todo-part">
              <Field
                id={id("until")}
                name="until"
                type="date"
                label={text.untilDay[locale]}
                value={typed("until")}
                error={error("until")}
              />
              <button type="submit" class="button is-quiet" name="act" value="snooze">
                {text.snooze[locale]}
              </button>
            </div>
          </>
        )}
      </PostForm>
      {line.scan === null ? null : (
        <PostForm request={request} path={organizationPath(page.id, "/scans")} isInline>
          <input type="hidden" name="domain" value={line.scan.domain} />
          <input type="hidden" name="profile" value={line.scan.profile} />
          <button type="submit" class="button is-quiet">
            {text.fixed[locale]}
          </button>
        </PostForm>
      )}
    </details>
  );
}
