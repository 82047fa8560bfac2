import type { Locale, Localized } from "../../../core/locale.ts";
import { Notice } from "./notice.tsx";

/** What was done before a page is shown: `texts` by the word `done` of its address; any other word says nothing. */
export function DoneNotice({
  query,
  texts,
  locale,
}: {
  query: URLSearchParams;
  texts: Readonly<Record<string, Localized>>;
  locale: Locale;
}) {
  const text = Object.entries(texts).find(([word]) => word === query.get("done"))?.[1];
  return text === undefined ? null : <Notice title={text[locale]} />;
}

/** For forms that change values which stand on the page again. */
export const SAVED: Readonly<Record<string, Localized>> = {
  saved: { sk: "Uložené.", cs: "Uloženo.", en: "Saved." },
};
