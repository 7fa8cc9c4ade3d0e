import {
  assertAttributes,
  isObject,
  type Json,
  readFlag,
  readId,
  readText,
  unexpectedType,
} from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { Id } from '../model.ts';
import { assertCallbackUrl, type CallbackUrlRules } from './callback-url.ts';

export type WebhookCreate = {
  name: string;
  callbackUrl: string;
  sheetId: Id;
  columnIds: Id[];
  /** Whether the request named a subscope, which may be empty. */
  hasSubscope: boolean;
};
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

export function parseWebhookCreate(body: unknown, rules: CallbackUrlRules): WebhookCreate {
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
    callbackUrl: assertCallbackUrl(required('callbackUrl', text(webhook, 'callbackUrl')), rules),
    sheetId: required('scopeObjectId', readId(webhook, 'scopeObjectId')),
    columnIds: getColumnIds(webhook.subscope),
    hasSubscope: isObject(webhook.subscope),
  };
}

export function parseWebhookUpdate(body: unknown, rules: CallbackUrlRules): WebhookUpdate {
  const webhook = parseObject(body, updateAttributes);
  const callbackUrl = text(webhook, 'callbackUrl');
  return {
    name: text(webhook, 'name'),
    callbackUrl: callbackUrl === undefined ? undefined : assertCallbackUrl(callbackUrl, rules),
    enabled: readFlag(webhook, 'enabled'),
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
  return readText(webhook, name);
}

function getColumnIds(subscope: unknown): Id[] {
  if (subscope === undefined || subscope === null) return [];
  if (!isObject(subscope)) throw unexpectedType('subscope');
  const ids = subscope.columnIds ?? [];
  if (!Array.isArray(ids)) throw unexpectedType('columnIds');
  return ids.map((columnId) => readId({ columnId }, 'columnId') ?? 0);
}
