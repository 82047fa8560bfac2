import type { FileContent } from "../../../capabilities/answers/file.ts";
import { statedMemo, verdictMemo } from "../../../capabilities/deadlines/verdict-memo.ts";
import { COUNTRIES } from "../../../core/country.ts";
import { parseIco } from "../../../core/ico.ts";
import { fileResponse } from "../file-response.ts";
import type { Page } from "../page.ts";
import { firmPath, href } from "../paths.ts";
import { problemPage } from "../problem/problem-page.tsx";
import { askWhatIf } from "./ask-what-if.ts";
import { readDays } from "./stated-days.ts";
import { whatIfAddress } from "./what-if-address.ts";

/** The verdict of a firm of the registers as a PDF. */
export const firmMemo: Page = async (request) => {
  const { locale, params, query, site } = request;
  const ico = parseIco(params.ico ?? "");
  const country = COUNTRIES.find((known) => known === params.country?.toUpperCase());
  if (ico === undefined || country === undefined) return problemPage(request, { code: "not_found" });
  const address = `${site.baseUrl}${href(locale, firmPath(ico, country))}`;
  const { content } = await request.ask(verdictMemo, { ico, country, address, ...readDays(query).args });
  return memo(content);
};

/** The same for typed facts. */
export const whatIfMemo: Page = async (request) => {
  const { locale, site } = request;
  const { args, query, values } = await askWhatIf(request.query, request);
  if (args === undefined) return problemPage(request, { code: "not_found" });
  const address = `${site.baseUrl}${whatIfAddress(locale, query)}`;
  const asked = { ...args, ...readDays(query).args, label: values.label, address };
  return memo((await request.ask(statedMemo, asked)).content);
};

/** No foreign text stands in the name of the file. */
function memo(content: FileContent["content"]): Response {
  const file = fileResponse(content, "dosah-nis2", "pdf");
  file.headers.set("Cache-Control", "private, no-cache");
  return file;
}
