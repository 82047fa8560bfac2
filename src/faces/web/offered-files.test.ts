import { describe, expect, test } from "vitest";
import { z } from "zod";
import { COOKIES, webOver } from "../../../test/browser/web.fixture.ts";
import { defineCapability } from "../../capabilities/capability.ts";
import { capabilities } from "../../capabilities/index.ts";
import type { FileOffer } from "../../capabilities/offers.ts";
import { offeredFiles } from "./offered-files.ts";

const signedIn = { headers: { Cookie: COOKIES.signed_in } };

const files = capabilities.flatMap(({ name, file }) =>
  (file?.formats ?? []).map((format) => ({ name, format, path: `${file?.path}.${format}` })),
);

describe("the file of a capability", () => {
  test.each(files)(
    "$path is saved under a name that ends so, and its format is asked for",
    async ({ name, format, path }) => {
      const { app, asked } = webOver({ [name]: () => ({ content: "bytes", format, count: 0 }) });
      const response = await app.request(`/en${path.replace(/:\w+/g, "x")}`, signedIn);
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Disposition")).toMatch(
        new RegExp(`^attachment; filename="[\\w-]+\\.${format}"$`),
      );
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(await response.text()).toBe("bytes");
      const parameters = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, key]) => [key, "x"]));
      expect(asked).toEqual([
        expect.objectContaining({ name, args: expect.objectContaining({ ...parameters, format }) }),
      ]);
    },
  );

  test("arguments that are not in the path come from the query, and nothing else does", async () => {
    const { app, asked } = webOver({ organization_audit_export: () => ({ format: "csv", count: 0, content: "" }) });
    await app.request(
      "/en/organizations/x/audit-log.csv?action=key.issued&format=json&organizationId=y&page=2",
      signedIn,
    );
    expect(asked.map(({ args }) => args)).toEqual([
      { organizationId: "x", action: "key.issued", actor: "", from: "", to: "", format: "csv", locale: "en" },
    ]);
  });

  test("the audit log as CSV says that its first row names the columns", async () => {
    const { app } = webOver({ organization_audit_export: () => ({ format: "csv", count: 0, content: "" }) });
    const typeOf = async (format: string) =>
      (await app.request(`/en/organizations/x/audit-log.${format}`, signedIn)).headers.get("Content-Type");
    expect(await typeOf("csv")).toBe("text/csv; charset=utf-8; header=present");
    expect(await typeOf("json")).toBe("application/json; charset=utf-8");
  });

  test("without a session nothing is asked: the sign-in leads back to the file", async () => {
    const { app, asked } = webOver();
    const response = await app.request("/en/organizations/x/suppliers.csv");
    expect(response.headers.get("Location")).toBe("/en/sign-in?next=%2Fen%2Forganizations%2Fx%2Fsuppliers.csv");
    expect(asked).toEqual([]);
  });
});

describe("an offer that cannot work stops the start", () => {
  const start = (file: Omit<FileOffer, "cost">) => {
    const thing = defineCapability({
      name: "thing_file",
      access: "public",
      input: z.strictObject({ id: z.string(), format: z.enum(["csv"]) }),
      file: { ...file, cost: { rows: ["person_file"] } },
      run: () => ({ content: "" }),
    });
    return offeredFiles([thing]);
  };

  test("a format that the capability does not know", () => {
    expect(() => start({ path: "/things/:id", formats: ["pdf"], name: "thing" })).toThrow(
      "does not know the format pdf",
    );
  });

  test("a parameter that is no argument", () => {
    expect(() => start({ path: "/things/:other", formats: ["csv"], name: "thing" })).toThrow("no argument");
  });

  test("one that works has a route for each format", () => {
    expect(start({ path: "/things/:id", formats: ["csv"], name: ":id" }).map(({ path }) => path)).toEqual([
      "/things/:id.csv",
    ]);
  });
});
