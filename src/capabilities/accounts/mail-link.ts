import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Accounts } from "./accounts.ts";

const MINUTE_MS = 60_000;

/** So long a page shows the link of a mail. */
const SHOWN_MS = 10 * MINUTE_MS;

const content = z.tuple([z.string(), z.number()]);

/**
 * The link of a mail for the page after it, sealed for the cookie between the two; `null` unless the pages of this machine
 * show such links, and where there is no mail.
 */
export function mailLinkFor({ settings, sealing, now }: Accounts, link: string | undefined): string | null {
  if (!settings.showsMailLinks || link === undefined) return null;
  return sealing.seal(JSON.stringify([link, now()]), "mail_link");
}

/** Opens it for the page. `link` is `null` for what is too old, or not ours. */
export const mailLinkOpen = defineCapability({
  name: "mail_link_open",
  access: "visitor",
  input: z.strictObject({ sealed: z.string(), locale: localeParameter }),
  run: async ({ sealed }, { accounts: { settings, sealing, now } }) => {
    const opened = settings.showsMailLinks ? sealing.open(sealed, "mail_link") : undefined;
    if (opened === undefined) return { link: null };
    const [link, at] = content.parse(JSON.parse(opened));
    return { link: now() - at < SHOWN_MS ? link : null };
  },
});
