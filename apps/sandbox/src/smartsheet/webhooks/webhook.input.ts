import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
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

const allowedPorts = ['', '8000', '8008', '8080', '8443'];
const localNames = /(^|\.)(localhost|local|internal)$/;
const privateV4 = /^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)\./;
const privateV6 = /^\[(::1?|f[cd].*|fe80.*|::ffff:.*)\]$/;

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

export function parseWebhookCreate(body: unknown, config: Config) {
  const webhook = parseObject(body, createAttributes);
  const required = <Value>(name: string, value: Value | undefined): Value => {
    if (value === undefined) throw apiError(1012, `${noun}.${name}`);
    return value;
  };
  const scope = required('scope', readText(webhook, 'scope'));
  if (scope !== 'sheet') throw apiError(1031, scope, `${noun}.scope`);
  required('events', webhook.events);
  required('version', webhook.version);
  return {
    name: required('name', readText(webhook, 'name')),
    callbackUrl: assertCallbackUrl(required('callbackUrl', readText(webhook, 'callbackUrl')), config),
    sheetId: required('scopeObjectId', readId(webhook, 'scopeObjectId')),
    columnIds: readColumnIds(webhook.subscope),
    /** The subscope may be empty. */
    hasSubscope: isObject(webhook.subscope),
  };
}

export function parseWebhookUpdate(body: unknown, config: Config) {
  const webhook = parseObject(body, updateAttributes);
  const callbackUrl = readText(webhook, 'callbackUrl');
  return {
    name: readText(webhook, 'name'),
    callbackUrl: callbackUrl === undefined ? undefined : assertCallbackUrl(callbackUrl, config),
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

function readColumnIds(subscope: unknown): Id[] {
  if (subscope === undefined || subscope === null) return [];
  if (!isObject(subscope)) throw unexpectedType('subscope');
  const ids = subscope.columnIds ?? [];
  if (!Array.isArray(ids)) throw unexpectedType('columnIds');
  return ids.map((columnId) => readId({ columnId }, 'columnId') ?? 0);
}

/**
 * Returns a callback URL. Throws 1031 for what is no URL of the web. With `PUBLIC_CALLBACKS_ONLY` it throws as
 * Smartsheet does: 1152 for plain http, 1031 for another port than 443, 8000, 8008, 8080 and 8443 and for an address
 * that only this machine or its network knows.
 */
function assertCallbackUrl(text: string, { PUBLIC_CALLBACKS_ONLY }: Config): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw apiError(1031, text, 'webhook.callbackUrl');
  if (!PUBLIC_CALLBACKS_ONLY) return text;
  if (url.protocol !== 'https:') throw apiError(1152);
  if (!allowedPorts.includes(url.port) || isPrivate(url.hostname)) {
    throw apiError(1031, text, 'webhook.callbackUrl');
  }
  return text;
}

function isPrivate(host: string): boolean {
  return localNames.test(host) || (isIP(host) === 4 && privateV4.test(`${host}.`)) || privateV6.test(host);
}
