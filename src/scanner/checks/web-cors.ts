import { FOREIGN_ORIGIN } from "../formats/foreign-origin.ts";
import { defineCheck } from "./check.ts";
import { endReason, headerValues, seenPage, troubleOf } from "./gates.ts";

/** May any site read pages in the name of a visitor who is signed in? */
export const webCors = defineCheck({
  id: "web.cors",
  weight: 2,
  profile: "full",
  article: ["e"],
  outcomes: { limited: "pass", any_origin_with_credentials: "fail" },
  judge: (record) => {
    const page = seenPage(record);
    if ("closed" in page) return page.closed;
    const { cors } = record;
    if (cors === null) return { reason: "no_page" };
    if (cors.end !== "page") return { reason: endReason(cors.end) };
    const trouble = troubleOf(cors);
    if (trouble !== null) return { reason: trouble };
    const reflected = headerValues(cors.headers, "access-control-allow-origin").some(
      (value) => value.trim() === FOREIGN_ORIGIN,
    );
    const credentials = headerValues(cors.headers, "access-control-allow-credentials").some(
      (value) => value.trim() === "true",
    );
    return { reason: reflected && credentials ? "any_origin_with_credentials" : "limited" };
  },
});
