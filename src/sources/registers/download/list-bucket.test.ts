import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Script } from "../../../outbound/fake-server.fixture.ts";
import { BUCKET, bucketOf, entry, listing } from "./bucket.fixture.ts";
import { FetchFailure } from "./failure.ts";
import { startFileServer, testNetwork } from "./file-server.fixture.ts";
import { listBucket } from "./list-bucket.ts";
import { readBucketPage } from "./read-bucket-page.ts";
import { readPage } from "./read-page.ts";

const keysOf = (text: string) => readBucketPage(text, "http://bucket/").objects.map(({ key }) => key);

describe("a page of a bucket's list", () => {
  test("is read with key, size, version and day of each file", () => {
    expect(
      readBucketPage(listing([entry("batch-daily/actual_2026-11-08.json.gz", 123, "c0ffee")]), "http://bucket/"),
    ).toEqual({
      objects: [
        {
          key: "batch-daily/actual_2026-11-08.json.gz",
          size: 123,
          etag: "c0ffee",
          lastModified: "2026-11-08T01:02:03.000Z",
        },
      ],
      isTruncated: false,
      nextMarker: "",
      continuationToken: "",
    });
  });

  test("gives hostile keys as the text they are, and drops those longer than S3 allows", () => {
    const keys = ["../../etc/passwd", "/etc/passwd", "a\\b", "<script>", "C:\\x", "batch-init/../x", "x".repeat(1_024)];
    expect(keysOf(listing(keys.map((key) => entry(key))))).toEqual(keys);
    expect(keysOf(listing([entry("x".repeat(1_025)), entry("")]))).toEqual([]);
  });

  test.each(["huge", "-1", "1e9", "", "9".repeat(30)])("with the size %j knows no size", (size) => {
    expect(readBucketPage(listing([entry("a", size)]), "http://bucket/").objects[0]?.size).toBeNaN();
  });

  test("may stand in CDATA, behind a byte order mark, and among elements we do not know", () => {
    const odd = "<Contents><Owner><Key>no</Key></Owner><Key><![CDATA[a&b]]></Key></Contents>";
    expect(keysOf(`\ufeff${listing([odd])}`)).toEqual(["a&b"]);
  });

  test.each([
    ["a document type", '<!DOCTYPE x [<!ENTITY a "b">]><ListBucketResult/>'],
    ["a document type that reaches out", '<!DOCTYPE x SYSTEM "file:///etc/passwd"><ListBucketResult/>'],
    ["an entity nobody declared", listing(["<Contents><Key>&passwd;</Key></Contents>"])],
    ["a page in HTML", "<html><body>Údržba</body></html>"],
    ["an error", "<Error><Code>AccessDenied</Code></Error>"],
    ["a list that ends in the middle", listing([entry("a")]).slice(0, -20)],
    ["a depth without end", `<ListBucketResult>${"<a>".repeat(5_000)}`],
    ["JSON", '{"keys":[]}'],
    ["nothing", ""],
  ])("that is %s is refused", (_what, text) => {
    expect(() => readBucketPage(text, "http://bucket/")).toThrow(expect.objectContaining({ kind: "no_listing" }));
  });

  test("whatever it is, is a page or a failure in our words", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<ListBucketResult>",
        "</ListBucketResult>",
        "<Contents>",
        "</Contents>",
        "<Key>",
        "</Key>",
        "&lt;",
        "<!",
        "]]>",
        "<?",
      ),
      fc.string({ unit: "binary", maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          expect(Array.isArray(readBucketPage(pieces.join(""), "http://bucket/").objects)).toBe(true);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(FetchFailure);
        }
      }),
    );
  });
});

describe("a bucket's list", () => {
  const named = (count: number) =>
    new Map(Array.from({ length: count }, (_, index) => [`p/${String(index).padStart(6, "0")}`, Buffer.from("x")]));

  async function listed(script: Script, after?: string) {
    const server = await startFileServer();
    server.script = script;
    const read = (url: string, most: number) => readPage(url, most, testNetwork().network);
    const objects = await listBucket(server.url + BUCKET, "p/", read, after);
    return { keys: objects.map(({ key }) => key), asked: server.asked };
  }

  test.each(["marker", "token"] as const)("of 10,000 files is read to its end, page by page (%s)", async (speaks) => {
    const { keys, asked } = await listed(bucketOf(named(10_000), { speaks }));
    expect(keys).toEqual([...named(10_000).keys()]);
    expect(asked).toHaveLength(10);
  });

  test("begins after a key where the bucket can do that", async () => {
    const { keys, asked } = await listed(bucketOf(named(3_000)), "p/002997");
    expect([keys, asked.length]).toEqual([["p/002998", "p/002999"], 1]);
  });

  test("leaves out what does not begin as asked, whatever the bucket sends", async () => {
    const { keys } = await listed((_request, response) => void response.end(listing([entry("p/a"), entry("q/b")])));
    expect(keys).toEqual(["p/a"]);
  });

  test.each([
    ["goes round", listing([entry("p/a")], "<IsTruncated>true</IsTruncated>")],
    ["goes on behind nothing", listing([], "<IsTruncated>true</IsTruncated>")],
    [
      "gives the same token for ever",
      listing([entry("p/a")], "<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>"),
    ],
  ])("that %s is refused", async (_what, text) => {
    await expect(listed((_request, response) => void response.end(text))).rejects.toMatchObject({ kind: "no_listing" });
  });

  test("that never ends is refused", async () => {
    let page = 0;
    const read = async () => listing([entry(`p/${page++}`)], "<IsTruncated>true</IsTruncated>");
    await expect(listBucket("http://bucket/", "p/", read)).rejects.toMatchObject({ kind: "no_listing" });
    expect(page).toBe(1_000);
  });

  test("that is larger than a page may be is refused", async () => {
    await expect(listed((_request, response) => void response.end("x".repeat(5_000_000)))).rejects.toMatchObject({
      kind: "too_large",
    });
  });
});
