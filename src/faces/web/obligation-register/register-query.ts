import type { AnswerOf } from "../../../capabilities/capability.ts";
import {
  obligationRegister,
  SORT_COLUMNS,
  STATUS_FILTERS,
} from "../../../capabilities/obligations/obligation-register.ts";
import {
  type OrganizationVerdict,
  organizationVerdict,
} from "../../../capabilities/organizations/organization-verdict.ts";
import type { SignedIn } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";

/** The register as its pages and files get it. */
export type Register = AnswerOf<typeof obligationRegister>;
/** What the list is narrowed to and sorted by. */
export type RegisterFilters = ReturnType<typeof filtersOf>;

/** What the address narrows and sorts the list by; what is no such thing is left aside. */
export function filtersOf(query: URLSearchParams) {
  return {
    status: STATUS_FILTERS.find((known) => known === query.get("status")),
    overdue: query.get("overdue") === "1",
    work: query.get("work") === "overdue" ? ("overdue" as const) : undefined,
    person: query.get("person") === "none" ? ("none" as const) : undefined,
    query: (query.get("q") ?? "").slice(0, 200),
    sort: SORT_COLUMNS.find((known) => known === query.get("sort")) ?? ("urgent" as const),
    descending: query.get("dir") === "desc",
  };
}

/** The filters as parameters of an address. */
export function queryOf({ status, overdue, work, person, query, sort, descending }: RegisterFilters) {
  return {
    status,
    overdue: overdue ? "1" : undefined,
    work,
    person,
    q: query === "" ? undefined : query,
    sort: sort === "urgent" ? undefined : sort,
    dir: descending ? "desc" : undefined,
  };
}

/** The register that the address of a page or file asks for. */
export function askRegister({ ask, params, query }: PrivateRequest<SignedIn>): Promise<Register> {
  return ask(obligationRegister, { organizationId: params.organizationId ?? "", ...filtersOf(query) });
}

/** The verdict of the organization with the days of the law; `undefined` where the address does not ask for it. */
export async function askRegime({
  ask,
  params,
  query,
}: PrivateRequest<SignedIn>): Promise<OrganizationVerdict | undefined> {
  if (query.get("regime") !== "1") return undefined;
  return ask(organizationVerdict, { organizationId: params.organizationId ?? "" });
}
