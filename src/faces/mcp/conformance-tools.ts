import { isObject, type JsonObject } from "./message.ts";
import type { Tool, ToolCall, ToolOutcome } from "./tool.ts";

/** A transparent pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** A wave file without samples. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const image = { type: "image", data: PNG, mimeType: "image/png" };

/**
 * The tools that the protocol's conformance suite calls by name. They answer with fixed content
 * and exist only where a test asks for them.
 */
export const conformanceTools: readonly Tool[] = [
  fixture("test_simple_text", { content: [text("This is a simple text response for testing.")] }),
  fixture("test_error_handling", {
    content: [text("This tool intentionally returns an error for testing")],
    isError: true,
  }),
  fixture("test_image_content", { content: [image] }),
  fixture("test_audio_content", { content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }),
  fixture("test_embedded_resource", {
    content: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  }),
  fixture("test_multiple_content_types", {
    content: [
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  }),
  fixture("test_logging_tool", { content: [text("Nothing is logged to the client.")] }),
  fixture("test_streaming_elicitation", { content: [text("Nothing is asked of the client.")] }),
  { ...fixture("test_missing_capability", { content: [text("The client can sample.")] }), call: needsSampling },
  fixture("json_schema_2020_12_tool", { content: [text("ok")] }, schemaOf2020()),
];

function fixture(name: string, result: JsonObject, inputSchema: JsonObject = { type: "object" }): Tool {
  const outcome: ToolOutcome = { kind: "result", members: JSON.stringify(result).slice(1, -1), limits: [] };
  return {
    name,
    needsKey: false,
    definition: {
      name,
      title: "Conformance fixture",
      description: "A fixture of the protocol's conformance suite.",
      inputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    call: async () => outcome,
  };
}

async function needsSampling({ clientCapabilities }: ToolCall): Promise<ToolOutcome> {
  if (!isObject(clientCapabilities.sampling)) return { kind: "missing_capability", required: { sampling: {} } };
  return { kind: "result", members: `"content":[${JSON.stringify(text("The client can sample."))}]`, limits: [] };
}

function text(words: string) {
  return { type: "text", text: words };
}

function resource(uri: string, mimeType: string, words: string) {
  return { type: "resource", resource: { uri, mimeType, text: words } };
}

/** An input schema with the vocabulary that the suite wants to find unchanged in the list. */
function schemaOf2020(): JsonObject {
  const phone = { required: ["phone"] };
  const email = { required: ["email"] };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [phone, email] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: phone,
    else: email,
    additionalProperties: false,
  };
}
