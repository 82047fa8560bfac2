import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { findingList } from "../../../capabilities/scans/finding-list.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay } from "../../../core/text.ts";
import { PostForm, SubmitButton } from "../components/form.tsx";
import { Field } from "../components/form-field.tsx";
import type { SignedIn } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";
import type { ShownCheck } from "./scan-findings.tsx";
import { scanPath } from "./scan-paths.ts";

const text = typesetTexts({
  title: { sk: "Práca na nálezoch", cs: "Práce na nálezech", en: "Work on the findings" },
  lead: {
    sk: "Skóre ani výsledky kontrol sa tým nezmenia. Keď kontrola prejde, práca na nej sa skončí sama.",
    cs: "Skóre ani výsledky kontrol se tím nezmění. Když kontrola projde, práce na ní skončí sama.",
    en: "Neither the score nor the checks change by it. Once a check passes, the work on it ends by itself.",
  },
  work: { sk: "Urobiť z toho úlohu", cs: "Udělat z toho úkol", en: "Make it a task" },
  accept: { sk: "Prijať riziko", cs: "Přijmout riziko", en: "Accept the risk" },
  reopen: { sk: "Vrátiť medzi nálezy", cs: "Vrátit mezi nálezy", en: "Leave it as found" },
  code: { sk: "Povinnosť", cs: "Povinnost", en: "Obligation" },
  responsible: { sk: "Zodpovedná osoba", cs: "Odpovědná osoba", en: "Responsible person" },
  nobody: { sk: "nikto", cs: "nikdo", en: "nobody" },
  due: { sk: "Hotové do", cs: "Hotovo do", en: "Done by" },
  reason: { sk: "Dôvod, aspoň 10 znakov", cs: "Důvod, aspoň 10 znaků", en: "The reason, at least 10 characters" },
  until: { sk: "Prijaté do", cs: "Přijato do", en: "Accepted until" },
  former: { sk: "bývalý člen", cs: "bývalý člen", en: "former member" },
} satisfies Record<string, Localized>);

type Findings = AnswerOf<typeof findingList>;
type Stored = Findings["findings"][number];

/** What is done about each failed check of a scan, and the forms that change it. */
export function FindingWork({
  request,
  organizationId,
  scan,
  list,
}: {
  request: PrivateRequest<SignedIn>;
  organizationId: string;
  scan: { readonly id: string; readonly domain: string | null; readonly checks: readonly ShownCheck[] };
  list: Findings;
}) {
  const { locale } = request;
  const open = scan.checks.filter(({ status }) => status === "fail" || status === "warn");
  if (open.length === 0) return null;
  return (
    <section class="section screen-only" aria-labelledby="finding-work">
      <h2 id="finding-work">{text.title[locale]}</h2>
      <p class="prose">{text.lead[locale]}</p>
      {open.map((check) => {
        const stored = list.findings.find(({ domain, checkId }) => domain === scan.domain && checkId === check.id);
        return (
          <details data-finding={check.id} data-finding-state={stored?.state ?? "found"}>
            <summary>
              {check.title}
              {stored === undefined ? null : <StoredWords stored={stored} locale={locale} />}
            </summary>
            {stored?.untrusted.reason ? (
              <p class="note-text">
                <bdi>{stored.untrusted.reason}</bdi>
              </p>
            ) : null}
            {list.mayChange ? (
              <Forms
                request={request}
                path={`${scanPath(organizationId, scan.id)}/checks/${check.id}`}
                check={check}
                stored={stored}
                list={list}
              />
            ) : null}
          </details>
        );
      })}
    </section>
  );
}

const acceptedUntil: Record<Locale, (day: string) => string> = {
  sk: (day) => `prijaté do ${day}`,
  cs: (day) => `přijato do ${day}`,
  en: (day) => `accepted until ${day}`,
};

function StoredWords({ stored: { state, until, workDueAt, untrusted }, locale }: { stored: Stored; locale: Locale }) {
  if (state === "accepted") {
    return (
      <span class="meta">
        {" "}
        {acceptedUntil[locale](until === null ? "–" : formatDay(until, locale))},{" "}
        {untrusted.by === null ? text.former[locale] : <bdi>{untrusted.by}</bdi>}
      </span>
    );
  }
  return (
    <span class="meta">
      {" "}
      {untrusted.responsible === null ? text.nobody[locale] : <bdi>{untrusted.responsible}</bdi>}
      {workDueAt === null ? null : `, ${formatDay(workDueAt, locale)}`}
    </span>
  );
}

function Forms({
  request,
  path,
  check,
  stored,
  list: { members, mayAccept },
}: {
  request: PrivateRequest<SignedIn>;
  path: string;
  check: ShownCheck;
  stored: Stored | undefined;
  list: Findings;
}) {
  const { locale } = request;
  const version = <input type="hidden" name="version" value={String(stored?.version ?? 0)} />;
  const id = (name: string) => `${check.id}-${name}`.replaceAll(/[^\w-]/g, "-");
  return (
    <>
      <PostForm request={request} path={path}>
        {version}
        <input type="hidden" name="act" value="work" />
        <div class="fields">
          <Field
            id={id("code")}
            name="code"
            label={text.code[locale]}
            value={stored?.code ?? undefined}
            options={[{ value: "", name: "–" }, ...check.obligations.map((code) => ({ value: code, name: code }))]}
          />
          <Field
            id={id("responsible")}
            name="responsible"
            label={text.responsible[locale]}
            value={stored?.responsibleId ?? undefined}
            options={[
              { value: "", name: text.nobody[locale] },
              ...members.map((each) => ({ value: each.id, name: each.untrusted.name })),
            ]}
          />
          <Field id={id("due")} name="workDueAt" label={text.due[locale]} type="date" value={stored?.workDueAt ?? ""} />
        </div>
        <SubmitButton label={text.work[locale]} isQuiet />
      </PostForm>
      {mayAccept ? (
        <PostForm request={request} path={path}>
          {version}
          <input type="hidden" name="act" value="accept" />
          <Field id={id("reason")} name="reason" label={text.reason[locale]} rows={2} />
          <Field id={id("until")} name="until" label={text.until[locale]} type="date" />
          <SubmitButton label={text.accept[locale]} isQuiet />
        </PostForm>
      ) : null}
      {stored === undefined ? null : (
        <PostForm request={request} path={path} isInline>
          {version}
          <input type="hidden" name="act" value="reopen" />
          <SubmitButton label={text.reopen[locale]} isQuiet />
        </PostForm>
      )}
    </>
  );
}
