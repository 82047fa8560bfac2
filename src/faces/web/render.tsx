import type { Context } from "hono";
import { PageLawContext } from "./components/law-text.tsx";
import { Layout } from "./layout.tsx";
import type { PageAnswer, PageRequest } from "./page.ts";

/** Puts the frame around a page and sends it with its status and headers. */
export async function render(context: Context, request: PageRequest, answer: PageAnswer): Promise<Response> {
  const html = await (
    <PageLawContext.Provider value={{ locale: request.locale, linking: request.site.lawLinking }}>
      <Layout request={request} answer={answer} />
    </PageLawContext.Provider>
  );
  return context.html(`<!doctype html>${html}`, answer.status ?? 200, {
    // A browser may keep a page but must check it again: what it says depends on registers that change. What was counted
    // for its caller, or is a problem of the moment, stays out of caches that several people share.
    "Cache-Control": "private, no-cache",
    "Content-Language": request.locale,
    ...(request.path === context.req.path ? { Vary: "Accept-Language" } : {}),
    ...answer.headers,
  });
}
