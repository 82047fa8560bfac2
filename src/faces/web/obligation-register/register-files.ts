import { obligationRegister } from "../../../capabilities/obligations/obligation-register.ts";
import { registerFile } from "../../../capabilities/obligations/register-file.ts";
import { registerIcs } from "../../../capabilities/obligations/register-ics.ts";
import { writeRegisterCsv } from "../../../capabilities/obligations/register-table.ts";
import { answeredFile } from "../answered-file.ts";
import type { SignedIn } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";
import type { Register } from "./register-query.ts";

/** The whole register of an organization, whatever the list was narrowed to. */
function wholeRegister({ ask, params }: PrivateRequest<SignedIn>): Promise<Register> {
  return ask(obligationRegister, { organizationId: params.organizationId ?? "" });
}

/** The register for spreadsheet programs. */
export async function registerCsv(request: PrivateRequest<SignedIn>): Promise<Response> {
  const { items } = await wholeRegister(request);
  return file(writeRegisterCsv(items, request.locale), "text/csv; charset=utf-8", "csv");
}

/** The register as `my_obligations` gives it, each entry with the interval of the catalog. */
export async function registerJson(request: PrivateRequest<SignedIn>): Promise<Response> {
  const { items, completion, indicative, disclaimer, dataAsOf } = await wholeRegister(request);
  const plain = items.map(({ version: _v, laterThanRecommended: _l, openSpecials: _o, ...item }) => item);
  const document = { items: plain, completion, indicative, disclaimer, dataAsOf };
  return file(`${JSON.stringify(document, null, 2)}\n`, "application/json; charset=utf-8", "json");
}

/** The next reviews for calendar programs. */
export async function registerCalendar(request: PrivateRequest<SignedIn>): Promise<Response> {
  const { items, organization, revisedAt } = await wholeRegister(request);
  const calendar = registerIcs(items, {
    organizationId: organization.id,
    organizationName: organization.untrusted.name,
    baseUrl: request.site.baseUrl,
    revisedAt,
    locale: request.locale,
  });
  return file(calendar, "text/calendar; charset=utf-8", "ics");
}

/** The register as a report or a workbook, which a capability writes. */
function registerAs(format: "pdf" | "docx" | "xlsx") {
  return async ({ ask, params }: PrivateRequest<SignedIn>): Promise<Response> =>
    answeredFile(await ask(registerFile, { organizationId: params.organizationId ?? "", format }));
}

export const registerPdf = registerAs("pdf");
export const registerDocx = registerAs("docx");
export const registerXlsx = registerAs("xlsx");

function file(content: string, type: string, ending: string): Response {
  return new Response(content, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="nis2-obligations.${ending}"`,
    },
  });
}
