/** What of JSON Schema our contract uses. */
export type JsonSchema = {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
};

export type Field = { name: string; type: string; isRequired: boolean; notes: string[] };

const formats: Record<string, string> = {
  'date-time': 'date-time (ISO 8601)',
  email: 'email address',
  uri: 'URL',
  uuid: 'uuid',
};

/** Whole numbers of JavaScript end there: no limit that anybody has to know. */
const unlimited = Number.MAX_SAFE_INTEGER;

/** How deep fields of fields are named: `paging.next` is, what is inside it is not. */
const mostLevels = 2;

function listChoices({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return anyOf ?? oneOf ?? [];
}

/** Returns what a value is, in a few words: `string`, `array of uuid`, `date-time (ISO 8601) or null`. */
export function describeType(schema: JsonSchema): string {
  const { type, format, items } = schema;
  const several = listChoices(schema);
  if (several.length > 0) return [...new Set(several.map(describeType))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum.length === 1 ? JSON.stringify(schema.enum[0]) : `one of ${schema.enum.length}`;
  if (typeof type === 'object') return type.map((one) => describeType({ ...schema, type: one })).join(' or ');
  if (type === 'array') return items ? `array of ${describeType(items)}` : 'array';
  if (type === 'string') return (format && formats[format]) ?? 'string';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  return type === undefined ? 'anything' : type;
}

function describeLimits(schema: JsonSchema): string[] {
  const { maxLength, minimum, maximum, maxItems, items } = schema;
  const listed = schema.enum ?? items?.enum ?? listChoices(schema).find((one) => one.enum)?.enum;
  const isLimited = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < unlimited;
  return [
    schema.description,
    listed && listed.length > 1 && listed.map(String).join(', '),
    isLimited(maxLength) && `At most ${maxLength} characters`,
    isLimited(maxItems) && `At most ${maxItems} entries`,
    isLimited(minimum) && minimum !== 0 && `At least ${minimum}`,
    isLimited(maximum) && `At most ${maximum}`,
    schema.default !== undefined && `${JSON.stringify(schema.default)} if left out`,
  ].filter((note) => typeof note === 'string');
}

/** Returns the object inside a list, or inside a choice with null. */
function findObject(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return findObject(schema.items);
  return listChoices(schema)
    .map(findObject)
    .find((found) => found !== undefined);
}

/** Returns the fields of an object, of the objects in a list, and of objects inside them. */
export function listFields(schema: JsonSchema, prefix = '', level = 1): Field[] {
  const object = findObject(schema);
  return Object.entries(object?.properties ?? {}).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const own = {
      name,
      type: describeType(field),
      isRequired: object?.required?.includes(key) ?? false,
      notes: describeLimits(field),
    };
    return level < mostLevels ? [own, ...listFields(field, `${name}.`, level + 1)] : [own];
  });
}

/** Returns a value that the schema takes, for an example: only what has to be there. */
export function createExample(schema: JsonSchema, name = ''): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = listChoices(schema);
  if (first) return createExample(first, name);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([key]) => schema.required?.includes(key))
        .map(([key, field]) => [key, createExample(field, key)]),
    );
  if (schema.type === 'array') return schema.items ? [createExample(schema.items, name)] : [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
  return exampleText(schema, name);
}

function exampleText({ format }: JsonSchema, name: string): string {
  if (format === 'date-time') return '2026-11-23T10:42:07.000Z';
  if (format === 'uuid') return '0198f5a0-0000-7000-8000-000000000031';
  if (/name$/i.test(name)) return 'Clients';
  return /id$/i.test(name) ? '6141831453927300' : '…';
}
