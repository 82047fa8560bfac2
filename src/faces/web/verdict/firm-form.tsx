import type { ScopeAnswer } from "../../../capabilities/scope/scope-answer.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { askForm, type FormContent, FormQuestions } from "./open-questions.tsx";
import { registerPairs } from "./what-if-address.ts";
import { readWhatIf } from "./what-if-query.ts";

const text = {
  complete: {
    sk: "Nepoznáme údaj, ktorý by výsledok zmenil. Iné čísla môžete vyskúšať aj tak.",
    cs: "Neznáme údaj, který by výsledek změnil. Jiná čísla můžete vyzkoušet i tak.",
    en: "We know of no fact that would change the result. You can still try other numbers.",
  },
} satisfies Record<string, Localized>;

/** The parts of the form under a firm's verdict. */
export interface FirmForm extends FormContent {
  readonly query: URLSearchParams;
}

/** Asks for what the form needs: the questions of the country, and the activities to choose from. */
export async function askFirmForm(request: PageRequest, answer: ScopeAnswer): Promise<FirmForm> {
  const query = new URLSearchParams(
    registerPairs(answer.evaluate.arguments, answer).map(([name, value]) => [name, value]),
  );
  return { ...(await askForm(request, answer, query)), query };
}

/**
 * The questions under a firm's verdict, each with its control. Everything that the register knows is sent along: all
 * codes, also without a main one.
 */
export function FirmWhatIfForm({ locale, answer, form }: { locale: Locale; answer: ScopeAnswer; form: FirmForm }) {
  const { values } = readWhatIf(form.query, new Map(), locale);
  return (
    <form action={href(locale, paths.whatIf)} method="get" class="what-if" novalidate>
      {answer.missingFacts.length === 0 ? <p class="prose">{text.complete[locale]}</p> : null}
      <FormQuestions verdict={answer} values={values} query={form.query} content={form} errors={[]} locale={locale} />
    </form>
  );
}
