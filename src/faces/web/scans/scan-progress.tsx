import { stepNames } from "../../../capabilities/scans/scan-words.ts";
import type { Locale, Localized } from "../../../core/locale.ts";

/** Seconds after which a page with a scan under way asks again: without a script, by the header `Refresh`. */
export const REFRESH = { Refresh: "2" } as const;

const text = {
  waiting: { sk: "Sken čaká na spustenie", cs: "Sken čeká na spuštění", en: "The scan is waiting to start" },
  running: { sk: "Sken prebieha", cs: "Sken probíhá", en: "The scan is running" },
  reload: {
    sk: "Stránka sa sama obnovuje; výsledok býva hotový do niekoľkých sekúnd.",
    cs: "Stránka se sama obnovuje; výsledek bývá hotový do několika sekund.",
    en: "This page reloads by itself; the result is usually there within seconds.",
  },
} satisfies Record<string, Localized>;

/** How far a scan is. */
export function ScanProgress({
  progress,
  locale,
}: {
  progress: { readonly step: keyof typeof stepNames; readonly done: number; readonly of: number } | null;
  locale: Locale;
}) {
  return (
    <div class="scan-progress" role="status">
      <h2>{(progress === null ? text.waiting : text.running)[locale]}</h2>
      {progress === null ? null : (
        <p>
          <progress max={progress.of} value={progress.done} aria-label={text.running[locale]}></progress>{" "}
          {stepNames[progress.step][locale]}
        </p>
      )}
      <p class="prose">{text.reload[locale]}</p>
    </div>
  );
}
