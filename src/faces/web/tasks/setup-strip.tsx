import type { OrganizationOverview } from "../../../capabilities/tasks/organization-overview.ts";
import { SETUP_WORDS } from "../../../capabilities/tasks/task-words.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { setupKey } from "../../../core/task.ts";
import { PostForm } from "../components/form.tsx";
import type { SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

const text = typesetTexts({
  title: { sk: "Prvé kroky", cs: "První kroky", en: "First steps" },
  done: { sk: "hotovo", cs: "hotovo", en: "done" },
  aside: { sk: "odložené nabok", cs: "odloženo stranou", en: "put aside" },
  without: { sk: "zaobísť sa bez toho", cs: "obejít se bez toho", en: "do without" },
  nothing: {
    sk: "Nemusíte nič: podľa posúdenia sa vás zákon netýka. Ostatné je dobrovoľné.",
    cs: "Nemusíte nic: podle posouzení se vás zákon netýká. Ostatní je dobrovolné.",
    en: "You need do nothing: by the verdict the law does not reach you. The rest is voluntary.",
  },
} satisfies Record<string, Localized>);

/** The first steps of an organization, while one of them is open. */
export function SetupStrip({ request, page }: { request: PrivateRequest<SignedIn>; page: OrganizationOverview }) {
  const { locale } = request;
  const { steps, isVoluntary } = page.setup;
  if (!steps.some(({ state }) => state === "open")) return null;
  const done = steps.filter(({ state }) => state === "done").length;
  const next = isVoluntary ? undefined : steps.find(({ state }) => state === "open");
  return (
    <section class="setup-strip" data-setup={`${done}/${steps.length}`} aria-labelledby="setup-title">
      <h2 id="setup-title">
        {text.title[locale]} {done}/{steps.length}
      </h2>
      {isVoluntary ? <p class="prose">{text.nothing[locale]}</p> : null}
      <ol>
        {steps.map((step) => {
          const { title, part } = SETUP_WORDS[step.id];
          return (
            <li data-step={step.id} data-step-state={step.state} aria-current={step === next ? "step" : undefined}>
              {step.state === "open" ? (
                <>
                  <a href={href(locale, organizationPath(page.id, part))}>{title[locale]}</a>{" "}
                  <span class="meta">{step.minutes} min</span>{" "}
                  {page.mayChange ? (
                    <PostForm request={request} path={organizationPath(page.id, "/todo")} isInline>
                      <input type="hidden" name="key" value={setupKey(step.id)} />
                      <input type="hidden" name="act" value="done" />
                      <button type="submit" class="link-button">
                        {text.without[locale]}
                      </button>
                    </PostForm>
                  ) : null}
                </>
              ) : (
                <>
                  <span aria-hidden="true">{step.state === "done" ? "✓" : "–"}</span> {title[locale]}{" "}
                  <span class="meta">{text[step.state][locale]}</span>
                </>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
