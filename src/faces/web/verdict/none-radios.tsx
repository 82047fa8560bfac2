import { controlTexts, Radios } from "../components/question-control.tsx";
import type { FactContext } from "./fact-context.ts";

/** The answer of no for a question that another field answers by being filled in. */
export function NoneRadios({ fact, context, yes }: { fact: string; context: FactContext; yes?: string | undefined }) {
  const { values, locale } = context;
  const options = [
    ...(yes === undefined ? [] : [{ value: "yes", name: yes }]),
    { value: "no", name: controlTexts.no[locale] },
    { value: "unknown", name: controlTexts.unknown[locale] },
  ];
  return <Radios name={`a.${fact}`} id={`a-${fact}`} options={options} values={values.answers.get(fact) ?? []} />;
}
