import { z } from "zod";
import { refuseSupplierAsks } from "../../state/supplier-asks.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { ASK_STOP_PATH } from "./ask-mail.ts";

const sealed = z.tuple([z.string(), z.string()]);

/** Ends further requests of one organization to one address, for whoever holds the link of the mail. */
export const supplierAskStop = defineCapability({
  name: "supplier_ask_stop",
  access: "visitor",
  effect: "write",
  input: z.strictObject({ token: z.string(), locale: localeParameter }),
  form: { cost: { rows: ["web_page"] }, path: ASK_STOP_PATH, leadsTo: ASK_STOP_PATH, done: "declined", isOpen: true },
  run: async ({ token }, { accounts, change }) => {
    const opened = accounts.sealing.open(token, "supplier_ask");
    if (opened === undefined) throw new Refused([{ code: "token_invalid" }]);
    const [orgId, emailKey] = sealed.parse(JSON.parse(opened));
    await change(async ({ tx, record }) => {
      // Refused already, or the organization is gone: then nothing more comes either.
      if (!(await refuseSupplierAsks(tx, orgId, emailKey, accounts.now()))) return;
      const target = { type: "organization", id: orgId };
      await record({ action: "supplier.ask_refused", actorId: null, orgId, target });
    });
    return {};
  },
});
