import { assertAttributes, isObject, type Json, readAttribute, readId } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { Id } from '../model.ts';

export type WebhookCreate = { name: string; callbackUrl: string; sheetId: Id; columnIds: Id[] };
export type WebhookUpdate = {
  name: string | undefined;
  callbackUrl: string | undefined;
  enabled: boolean | undefined;
};

const noun = 'webhook';
const createAttributes = ['name', 'callbackUrl', 'scope', 'scopeObjectId', 'subscope', 'events', 'version'];
const updateAttributes = ['name', 'callbackUrl', 'enabled', 'events', 'version'];
const unsupportedAttributes = [
  ...createAttributes,
  'id',
  'enabled',
  'status',
  'sharedSecret',
  'createdAt',
  'modifiedAt',
  'disabledDetails',
  'apiClientId',
  'apiClientName',
  'stats',
  'customHeaders',
];

export function parseWebhookCreate(body: unknown): WebhookCreate {
  const webhook = parseObject(body, createAttributes);
  const required = <Value>(name: string, value: Value | undefined): Value => {
    if (value === undefined) throw apiError(1012, `${noun}.${name}`);
    return value;
  };
  const scope = required('scope', text(webhook, 'scope'));
  if (scope !== 'sheet') throw apiError(1031, scope, `${noun}.scope`);
  required('events', webhook.events);
  required('version', webhook.version);
  return {
    name: required('name', text(webhook, 'name')),
    callbackUrl: parseCallbackUrl(required('callbackUrl', text(webhook, 'callbackUrl'))),
    sheetId: required('scopeObjectId', readId(webhook, { noun, name: 'scopeObjectId' })),
    columnIds: columnIdsOf(webhook.subscope),
  };
}

export function parseWebhookUpdate(body: unknown): WebhookUpdate {
  const webhook = parseObject(body, updateAttributes);
  const callbackUrl = text(webhook, 'callbackUrl');
  return {
    name: text(webhook, 'name'),
    callbackUrl: callbackUrl === undefined ? undefined : parseCallbackUrl(callbackUrl),
    enabled: readAttribute(webhook, { noun, name: 'enabled', kind: 'boolean' }),
  };
}

/** Only the events `*.*` and version 1 exist. */
function parseObject(body: unknown, accepted: readonly string[]): Json {
  if (!isObject(body)) throw apiError(1024);
  assertAttributes(body, { noun, accepted, unsupported: unsupportedAttributes });
  const { events, version } = body;
  if (events !== undefined && JSON.stringify(events) !== '["*.*"]') {
    throw apiError(1031, JSON.stringify(events), `${noun}.events`);
  }
  if (version !== undefined && version !== 1)
    throw apiError(1031, JSON.stringify(version), `${noun}.version`);
  return body;
}

function text(webhook: Json, name: string) {
  return readAttribute(webhook, { noun, name, kind: 'string' });
}

/** Smartsheet accepts only https on a few ports. Here http and local addresses are allowed. */
function parseCallbackUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw apiError(1031, url, `${noun}.callbackUrl`);
  }
  return url;
}

function columnIdsOf(subscope: unknown): Id[] {
  if (subscope === undefined || subscope === null) return [];
  const ids = isObject(subscope) ? (subscope.columnIds ?? []) : null;
  if (!Array.isArray(ids) || ids.some((id) => typeof id !== 'number')) {
    throw apiError(1031, JSON.stringify(subscope), `${noun}.subscope`);
  }
  return ids;
}
