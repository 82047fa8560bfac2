import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import { hasRight } from "../../../core/rights.ts";
import { type OfOrganization, OrganizationHead } from "../organizations/organization-head.tsx";
import type { SignedIn } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";
import { organizationIn } from "./scan-paths.ts";

/** The organization of a page, and which forms are shown to this person. */
export interface ShownOrganization extends OfOrganization {
  /** May start, cancel and remove scans, and set up regular ones. */
  readonly mayChange: boolean;
  /** May add, verify and remove domains. */
  readonly mayManage: boolean;
}

/** Asks whose page this is. @throws ServiceError `not_found` for a foreign organization and a missing one alike */
export async function shownOrganization(request: PrivateRequest<SignedIn>): Promise<ShownOrganization> {
  const { id, role, untrusted } = await request.ask(organizationShow, { organizationId: organizationIn(request) });
  return { id, role, untrusted, mayChange: hasRight(role, "change"), mayManage: hasRight(role, "manage") };
}

/** The head of a page of scans: the parts of the organization, the way back, the title. */
export function ScanHead({
  request,
  organization,
  back,
  title,
}: {
  request: PrivateRequest<SignedIn>;
  organization: ShownOrganization;
  /** Above the title: where this page stands. */
  back?: unknown;
  title: string;
}) {
  return (
    <>
      <OrganizationHead request={request} organization={organization} />
      {back}
      <h2 class="page-title">{title}</h2>
    </>
  );
}
