import { expect, test } from "vitest";
import { privatePages } from "./private-pages.ts";

/** The paths that a browser is sent to and that have an effect for its caller alone, each with the reason. */
const steps: Readonly<Record<string, string>> = {
  "/auth/oidc": "begins an attempt, which is sealed into the browser and changes nothing here",
  "/auth/oidc/callback":
    "the provider sends people back by a link; their sign-in spends the attempt, linking is a form",
  "/calendar/:file": "programs read a calendar by its address, without a session",
  "/feeds/:file": "programs read a feed by its address, without a session",
};

test("every path without a language is a step of the list, with its reason", () => {
  const paths = privatePages.filter(({ isWithoutLanguage }) => isWithoutLanguage).map(({ path }) => path);
  expect(paths.toSorted()).toEqual(Object.keys(steps).toSorted());
});
