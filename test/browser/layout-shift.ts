import type { Page } from "playwright-core";

/** How much has moved since the page was opened: nothing is 0. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
      .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 300);
  })`);
}
