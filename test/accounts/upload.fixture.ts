import type { Installation } from "../promises/installation.fixture.ts";
import type { PersonOfTest } from "./organization.fixture.ts";
import { hiddenOf } from "./visitor.fixture.ts";

/** Sends a form as a browser sends one that may carry a file. */
export async function sendMultipart(
  { service }: Pick<Installation, "service">,
  { browser }: PersonOfTest,
  path: string,
  fields: Readonly<Record<string, string | Blob>>,
) {
  const form = new FormData();
  const sent = { ...hiddenOf((await browser.get(path)).html, path), ...fields };
  for (const [name, value] of Object.entries(sent)) form.set(name, value);
  const headers = { Cookie: `dosah_session=${browser.cookie}`, "Sec-Fetch-Site": "same-origin" };
  const response = await service.fetch(path, { method: "POST", body: form, headers, redirect: "manual" });
  return { status: response.status, html: await response.text() };
}
