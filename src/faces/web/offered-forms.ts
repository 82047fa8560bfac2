import { z } from "zod";
import { inputJsonSchema } from "../../capabilities/calling/json-schema.ts";
import type { Capability } from "../../capabilities/capability.ts";
import type { Access } from "../../capabilities/contexts.ts";
import type { FormOffer } from "../../capabilities/offers.ts";
import { withDone } from "../../core/done-code.ts";
import { fromText, kindOf, type TextKind } from "../reading/texts.ts";
import type { PageAnswer, SignedIn } from "./page.ts";
import { exampleOf, filled, parametersIn } from "./path-parameters.ts";
import { href, redirectTo } from "./paths.ts";
import {
  entrance,
  type Form,
  type FormRoute,
  type PrivateRequest,
  type PrivateRoute,
  personal,
} from "./private-page.ts";

/** A page that shows what a form answered, such as a secret that nobody sees again. */
export interface AnswerPage {
  readonly capability: Capability;
  readonly page: (
    request: PrivateRequest<SignedIn>,
    answer: never,
  ) => PageAnswer | Response | Promise<PageAnswer | Response>;
}

/** The page that shows the answer of a capability. */
export function answerPage<Input extends z.ZodType, Answer>(
  capability: Capability<Input, Answer>,
  page: (request: PrivateRequest<SignedIn>, answer: Answer) => PageAnswer | Response | Promise<PageAnswer | Response>,
): AnswerPage {
  return { capability, page };
}

/**
 * Adds the forms that capabilities offer to the routes of the pages. An offer that cannot work (a parameter that is no
 * argument, no page to show a refused form on, nothing to show afterwards, a path that has a form) stops the start.
 */
export function withOfferedForms(
  routes: readonly PrivateRoute[],
  capabilities: readonly Capability[],
  answers: readonly AnswerPage[],
): readonly PrivateRoute[] {
  const all = new Map(routes.map((route) => [route.path, route]));
  for (const capability of capabilities) {
    const { form: offer, access, name } = capability;
    if (offer === undefined) continue;
    const refuse = (why: string): never => {
      throw new Error(`${name}: the form of ${offer.path} ${why}.`);
    };
    const shown = answers.find((each) => each.capability === capability)?.page;
    if ((shown === undefined) === (offer.leadsTo === undefined)) refuse("leads to no page, or to two");
    if (offer.leadsTo !== undefined && offer.done === undefined && offer.isOpen !== true)
      refuse("says not what it did");
    const { form: other, ...route } = all.get(offer.path) ?? formAlone(offer.path, access);
    if (other !== undefined) refuse("is not the only one of its path");
    const shownOn = pageAbove(routes, offer) ?? refuse("stands on no page");
    all.set(offer.path, { ...route, form: { ...formOf(capability, offer, shown), shownOn } });
  }
  return [...all.values()];
}

/** A path with a form and no page. */
function formAlone(path: string, access: Access): PrivateRoute {
  const options = { example: exampleOf(path) };
  return access === "visitor" ? entrance(path, options) : personal(path, options);
}

/** The page that a form stands on: the one that it names, or the nearest one that its path stands under. */
function pageAbove(routes: readonly PrivateRoute[], { path, shownOn = path }: FormOffer<never>): PrivateRoute["page"] {
  for (let above = shownOn; above !== ""; above = above.slice(0, above.lastIndexOf("/"))) {
    const page = routes.find((route) => route.path === above)?.page;
    if (page !== undefined) return page;
  }
  return undefined;
}

/** An argument as a form or its path gives it. */
interface Field {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly kind: TextKind | "file" | undefined;
}

function fieldOf([name, schema]: [string, z.ZodType]): Field {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap() as z.ZodType;
  return { name, schema, kind: inner instanceof z.ZodCustom ? "file" : kindOf(inputJsonSchema(inner)) };
}

/** What a form does that a capability offers: it asks the capability, and leads where the offer says. */
function formOf(capability: Capability, offer: FormOffer<unknown>, shown: AnswerPage["page"] | undefined): FormRoute {
  const { input } = capability;
  if (!(input instanceof z.ZodObject)) throw new Error(`${capability.name}: the input must be an object.`);
  const args = Object.entries<z.ZodType>(input.shape).map(fieldOf);
  const inPath = new Set(parametersIn(offer.path));
  const ofPath = args.filter(({ name }) => inPath.has(name));
  if (ofPath.length !== inPath.size) throw new Error(`${capability.name}: ${offer.path} names what is no argument.`);
  const typed = args.filter(({ name, kind }) => !inPath.has(name) && name !== "locale" && kind !== undefined);
  const submit = async (request: PrivateRequest<SignedIn>) => {
    const { locale, params, form, ask, setSession, setMailLink, setGone } = request;
    const given = Object.fromEntries([
      ...ofPath.map(({ name, kind }) => [name, fromText(params[name] ?? "", kind === "file" ? "text" : kind)]),
      ...typed.flatMap((field) => {
        const value = valueIn(form, field);
        return value === undefined ? [] : [[field.name, value]];
      }),
    ]);
    const answer: unknown = await ask(capability, given);
    const session = offer.session?.(answer);
    if (session !== undefined) setSession(session);
    const mailLink = offer.mailLink?.(answer);
    if (mailLink !== undefined) setMailLink(mailLink);
    const gone = offer.gone?.(answer);
    if (gone != null && gone !== "") setGone(gone);
    if (shown !== undefined) return shown(request, answer as never);
    const to = typeof offer.leadsTo === "function" ? offer.leadsTo(answer) : (offer.leadsTo ?? "");
    const address = href(locale, filled(to, { ...Object(answer), ...given }));
    const done = typeof offer.done === "function" ? offer.done(answer) : (offer.done ?? null);
    return redirectTo(done === null ? address : withDone(address, done), 303);
  };
  return {
    cost: offer.cost,
    capability,
    fields: typed.map(({ name }) => name),
    repeated: typed.filter(({ kind }) => kind === "texts").map(({ name }) => name),
    isOpen: offer.isOpen ?? false,
    mostFileBytes: offer.mostFileBytes,
    submit,
  };
}

/**
 * What was typed into a field. A box sends `1` or nothing. Nothing typed is nothing sent where the argument may be left
 * out and the schema has no use for an empty text.
 */
function valueIn(form: Form, { name, schema, kind }: Field): unknown {
  if (kind === "boolean") return form.get(name) === "1";
  if (kind === "file") return form.file(name);
  if (kind === "texts") return form.getAll(name);
  const isLeftOut = form.get(name) === "" && schema.safeParse(undefined).success;
  if (isLeftOut && (!form.has(name) || !schema.safeParse("").success)) return undefined;
  return fromText(form.get(name), kind);
}
