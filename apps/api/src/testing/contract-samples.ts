import type { EndpointDefinition } from '@picksync/contracts';
import * as z from 'zod';

type Described = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  items?: Described;
  minItems?: number;
  anyOf?: Described[];
  oneOf?: Described[];
  properties?: Record<string, Described>;
  pattern?: string;
};

/** Bytes, as WebAuthn's JSON carries them. */
const base64url = '^[\\w-]+$';

export const anyId = '0193b1f0-0000-7000-8000-000000000001';

let people = 0;

/** What a field is filled with, by its name. A field that takes any value of its type needs no line here. */
const samples: Record<string, () => string | number> = {
  email: () => {
    people += 1;
    return `sample-${people}@clients.example`;
  },
  userEmail: () => 'sample@clients.example',
  password: () => 'Spruce-Harbor-42',
  otp: () => '000000',
  token: () => 'sample'.repeat(8),
  sheetId: () => '1001',
  targetColumnId: () => '1002',
  sourceSheetId: () => '1003',
  sourceColumnId: () => '1004',
  columnId: () => '1005',
  placeId: () => '1006',
  workspaceId: () => '1007',
  folderId: () => '1008',
  code: () => '000000',
  url: () => 'https://receiver.example/hooks',
  timeZone: () => 'Europe/Berlin',
  country: () => 'DE',
  taxId: () => 'DE123456789',
  graceDays: () => 0,
};

function createSample(name: string, field: Described): unknown {
  const choices = field.anyOf ?? field.oneOf ?? [];
  const [first] = choices;
  if (samples[name]) return samples[name]();
  if (choices.some(({ type }) => type === 'null')) return null;
  if (first) return createSample(name, first);
  if (field.const !== undefined) return field.const;
  if (field.enum) return field.enum[0];
  if (field.format === 'uuid') return anyId;
  if (field.format === 'date-time') return '2026-11-28T06:00:00Z';
  if (field.type === 'object') return sampleFields(field.properties);
  if (field.type === 'array') return field.minItems ? [createSample('', field.items ?? {})] : [];
  if (field.type === 'boolean') return false;
  if (field.type === 'integer' || field.type === 'number') return Math.max(field.minimum ?? 1, 1);
  return field.pattern === base64url ? 'c2FtcGxl' : 'A sample text';
}

const describedBefore = new WeakMap<object, Record<string, Described>>();

/** Returns the fields of a part of an endpoint, each with its description as JSON Schema. */
export function readFields(part: EndpointDefinition['body']): Record<string, Described> {
  if (!part) return {};
  const fields = describedBefore.get(part) ?? describe(part);
  describedBefore.set(part, fields);
  return fields;
}

function describe(part: NonNullable<EndpointDefinition['body']>): Record<string, Described> {
  const described = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Described;
  return described.properties ?? (described.anyOf ?? described.oneOf)?.[0]?.properties ?? {};
}

/** Returns a body or query that the contract accepts, with every field. */
export function sampleInput(part: EndpointDefinition['body']): Record<string, unknown> {
  return sampleFields(readFields(part));
}

function sampleFields(fields: Record<string, Described> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, createSample(name, field)]));
}
