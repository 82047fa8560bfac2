import { pack } from "../sending/packed.ts";
import { PageLawContext } from "./components/law-text.tsx";
import type { Document } from "./document.ts";
import { Layout } from "./layout.tsx";
import type { PageAnswer, PageRequest } from "./page.ts";

/**
 * Puts the frame around a page: its bytes, status and headers.
 * @param isNegotiated the address names no language, so that the reader's decided
 */
export async function render(request: PageRequest, answer: PageAnswer, isNegotiated: boolean): Promise<Document> {
  const html = await (
    <PageLawContext.Provider value={{ locale: request.locale, linking: request.site.lawLinking }}>
      <Layout request={request} answer={answer} />
    </PageLawContext.Provider>
  );
  const headers: Record<string, string> = {
    ...request.site.headers,
    "Content-Type": "text/html; charset=UTF-8",
    // A browser may keep a page but must check it again: what it says depends on registers that change. What was counted
    // for its caller, or is a problem of the moment, stays out of caches that several people share.
    "Cache-Control": "private, no-cache",
    "Content-Language": request.locale,
  };
  if (isNegotiated) headers.Vary = "Accept-Language";
  Object.assign(headers, answer.headers);
  return { status: answer.status ?? 200, headers, body: pack(Buffer.from(`<!doctype html>${html}`)) };
}
