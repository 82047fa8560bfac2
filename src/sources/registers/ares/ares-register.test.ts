import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyReply, keeps, reply } from "../../../outbound/arbitrary-reply.fixture.ts";
import { json, TROUBLES } from "../../../outbound/fake-server.fixture.ts";
import { liveFacts } from "../live/live-register.ts";
import { foundIn, type Routes, routed, useExaminationBench } from "../live-register.contract.ts";
import { ares } from "./definition.ts";
import { readRes, resFacts } from "./read-res.ts";
import { readSubject } from "./read-subject.ts";
import skoda from "./recorded/res-00177041.json" with { type: "json" };
import cez from "./recorded/res-45274649.constructed.json" with { type: "json" };
import raiffeisen from "./recorded/res-49240901.json" with { type: "json" };
import subject from "./recorded/subject-45274649.json" with { type: "json" };
import bank from "./recorded/subject-45317054.json" with { type: "json" };
import unknownFirm from "./recorded/unknown-firm.json" with { type: "json" };
import wrongNumber from "./recorded/wrong-number.json" with { type: "json" };
import wrongRoute from "./recorded/wrong-route.json" with { type: "json" };

const routes: Routes = {
  "/ekonomicke-subjekty/45274649": [200, subject],
  "/ekonomicke-subjekty-res/45274649": [200, cez],
  "/ekonomicke-subjekty/00000019": [404, unknownFirm],
};

describe("the core record", () => {
  test("name, seat, legal form and days are those of the recorded answer", () => {
    expect(readSubject(reply(subject), "45274649")).toMatchObject({
      name: "ČEZ, a. s.",
      address: "Duhová 1444/2, Michle, 14000 Praha 4",
      status: "active",
      foundedOn: "1992-05-06",
      ceasedOn: null,
      legalForm: "121",
      sizeCode: null,
    });
  });

  test("without a seat of its own the one of RES is taken, else that of the public register", () => {
    const { dalsiUdaje } = bank;
    const seatless = { ...bank, sidlo: {} };
    expect(readSubject(reply(seatless), "45317054")?.address).toBe("Na příkopě 969/33, Staré Město, 11000 Praha 1");
    const onlyVr = { ...seatless, dalsiUdaje: dalsiUdaje.filter(({ datovyZdroj }) => datovyZdroj === "vr") };
    expect(readSubject(reply(onlyVr), "45317054")?.address).toBe("Na příkopě 969/33, Staré Město, 11000 Praha 1");
    expect(readSubject(reply({ ...seatless, dalsiUdaje: "?" }), "45317054")?.address).toBeNull();
  });

  test("a day of end makes a firm ceased, one that cannot be read leaves it open", () => {
    expect(readSubject(reply({ ...bank, datumZaniku: "2020-02-29" }), "45317054")).toMatchObject({
      status: "ceased",
      ceasedOn: "2020-02-29",
    });
    expect(readSubject(reply({ ...bank, datumZaniku: "2021-02-29" }), "45317054")).toMatchObject({
      status: "unreadable",
      ceasedOn: null,
    });
  });

  test("of a sole trader only name and town are kept, of one who has ceased only the days", () => {
    const trader = { ...bank, pravniForma: "101", sidlo: { textovaAdresa: "Ulice 1", nazevObce: "Děčín", psc: 4502 } };
    expect(readSubject(reply(trader), "45317054")).toMatchObject({ name: bank.obchodniJmeno, address: "04502 Děčín" });
    expect(readSubject(reply({ ...trader, datumZaniku: "2020-01-01" }), "45317054")).toMatchObject({
      name: null,
      address: null,
      ceasedOn: "2020-01-01",
    });
  });

  test.each([
    ["the recorded 404 of an unknown firm is an absence", 404, unknownFirm, null],
    ["the recorded 404 of a wrong route is an outage", 404, wrongRoute, "wrong_route"],
    ["a refused number is an outage", 400, wrongNumber, "http_status"],
    ["an unknown code under 404 is an outage", 404, { kod: "OBECNA_CHYBA" }, "wrong_route"],
    ["the words of an absence under another status are none", 200, unknownFirm, "not_understood"],
  ])("%s", (_case, status, body, outcome) => {
    const read = () => readSubject(reply(body, status), "00000019");
    if (outcome === null) expect(read()).toBeNull();
    else expect(read).toThrow(outcome);
  });
});

describe("the RES record", () => {
  test("both revisions are read, the main activity of each first", () => {
    expect(readRes(reply(skoda), "00177041")).toEqual({
      nace: [
        ...["29100", "25500", "25610", "45200"].map((code) => ({ code, revision: "2" })),
        ...["29200", "25400", "25510"].map((code) => ({ code, revision: "2.1" })),
      ],
      sizeCode: null,
    });
  });

  test("the headcount code keeps its three digits", () => {
    expect(readRes(reply(raiffeisen), "49240901")?.sizeCode).toBe("460");
  });

  test("the main activity goes first wherever the list has it, and 00 is none", () => {
    const [record] = cez.zaznamy;
    const res = readRes(
      reply({ icoId: "45274649", zaznamy: [{ ...record, czNace2008: ["00", "821", "35110"] }] }),
      "45274649",
    );
    expect(res?.nace.filter(({ revision }) => revision === "2")).toEqual([
      { code: "35110", revision: "2" },
      { code: "821", revision: "2" },
    ]);
  });

  test("the primary entry counts, else the first", () => {
    const [record] = raiffeisen.zaznamy;
    const second = { ...record, statistickeUdaje: { kategoriePoctuPracovniku: "120" } };
    const both = {
      ...raiffeisen,
      zaznamy: [second, record].map((one) => ({ ...one, primarniZaznam: one === record })),
    };
    expect(readRes(reply(both), "49240901")?.sizeCode).toBe("460");
    const neither = { ...raiffeisen, zaznamy: [second, record].map((one) => ({ ...one, primarniZaznam: undefined })) };
    expect(readRes(reply(neither), "49240901")?.sizeCode).toBe("120");
  });
});

describe("core record and RES together", () => {
  const bench = useExaminationBench(ares, routes);
  const find = (ico: string) => bench.register.find(ico);

  test("each fact names the record that states it", async () => {
    const company = foundIn(await find("45274649"));
    expect(company.provenance).toEqual([
      { source: "ares-res", facts: ["nace", "size"], retrievedAt: "2026-11-21" },
      { source: "ares", facts: ["name", "address", "status", "legalForm"], retrievedAt: "2026-11-21" },
    ]);
    expect(company).toMatchObject({
      sizeCode: "470",
      nace: expect.arrayContaining([{ code: "35110", revision: "2.1" }]),
    });
    expect(company.nace[0]).toEqual({ code: "35110", revision: "2" });
  });

  test("a code for 'not stated' is no stated size", async () => {
    const [record] = cez.zaznamy;
    const unstated = { ...cez, zaznamy: [{ ...record, statistickeUdaje: { kategoriePoctuPracovniku: "000" } }] };
    bench.server.script = routed({ ...routes, "/ekonomicke-subjekty-res/45274649": [200, unstated] });
    const company = foundIn(await find("45274649"));
    expect(company.sizeCode).toBe("000");
    expect(company.provenance.flatMap(({ facts }) => facts)).not.toContain("size");
  });

  test.each(Object.entries(TROUBLES))(
    "with %s for RES the firm is found and the open facts are named",
    async (_t, trouble) => {
      bench.server.script = (request, response) => {
        const script = request.url?.includes("-res/") ? trouble : routed(routes);
        script(request, response);
      };
      const lookup = await find("45274649");
      expect(lookup).toMatchObject({
        kind: "found",
        company: { name: "ČEZ, a. s.", nace: [], sizeCode: null },
        silent: [{ source: "ares-res", facts: ["nace", "size"] }],
      });
    },
  );

  test("a firm that RES does not know has the activities of the core record", async () => {
    bench.server.script = routed({ ...routes, "/ekonomicke-subjekty-res/45274649": [404, unknownFirm] });
    const lookup = await find("45274649");
    expect(lookup).not.toHaveProperty("silent");
    expect(foundIn(lookup).nace[0]).toEqual({ code: "821", revision: "2" });
    expect(foundIn(lookup).provenance).toEqual([
      { source: "ares", facts: ["name", "address", "status", "legalForm", "nace"], retrievedAt: "2026-11-21" },
    ]);
  });

  test("a firm that RES does not know has no main activity: the list of the core record has no order", async () => {
    bench.server.script = routed({ ...routes, "/ekonomicke-subjekty-res/45274649": [404, unknownFirm] });
    expect(foundIn(await find("45274649")).mainUnknown).toEqual(["2", "2.1"]);
  });

  test("a main activity that RES calls undetermined stays so", async () => {
    const [record] = cez.zaznamy;
    const undetermined = { ...cez, zaznamy: [{ ...record, czNacePrevazujici: "00", czNacePrevazujici2008: "00" }] };
    bench.server.script = routed({ ...routes, "/ekonomicke-subjekty-res/45274649": [200, undetermined] });
    const company = foundIn(await find("45274649"));
    expect(company.mainUnknown).toEqual(["2", "2.1"]);
    expect(company.nace.length).toBeGreaterThan(2);
  });

  test("a main activity that RES knows is the main one", async () => {
    bench.server.script = routed(routes);
    expect(foundIn(await find("45274649"))).not.toHaveProperty("mainUnknown");
  });

  test("a revision that RES leaves out is taken from the core record", async () => {
    const [record] = cez.zaznamy;
    const half = { ...cez, zaznamy: [{ ...record, czNace: [], czNacePrevazujici: null }] };
    bench.server.script = routed({ ...routes, "/ekonomicke-subjekty-res/45274649": [200, half] });
    const company = foundIn(await find("45274649"));
    expect(company.nace[0]).toEqual({ code: "35110", revision: "2" });
    expect(company.nace).toContainEqual({ code: "25620", revision: "2" });
    expect(company.nace).toContainEqual({ code: "19200", revision: "2.1" });
  });

  test("who asks is named, and the number goes out as eight digits", async () => {
    await find("45274649");
    expect(bench.server.requests[0]?.headers["user-agent"]).toBe("Dosah/0 (+http://localhost:3000)");
    expect(bench.server.asked).toEqual(["GET /ekonomicke-subjekty/45274649", "GET /ekonomicke-subjekty-res/45274649"]);
  });

  test("a server that answers nothing but strange JSON never gives a firm", async () => {
    bench.server.script = json({ ico: "45274649", obchodniJmeno: { cs: "?" } });
    expect(await find("45274649")).toMatchObject({ kind: "unavailable", cause: { kind: "not_understood" } });
  });
});

test("whatever ARES sends, the core record is facts, an absence or a failure of our own", () => {
  fc.assert(
    fc.property(anyReply(subject), (foreign) => {
      keeps(() => readSubject(foreign, "45274649"), liveFacts.nullable());
    }),
  );
});

test("whatever ARES sends, the RES record is facts, an absence or a failure of our own", () => {
  fc.assert(
    fc.property(anyReply(cez), (foreign) => {
      keeps(() => readRes(foreign, "45274649"), resFacts.nullable());
    }),
  );
});
