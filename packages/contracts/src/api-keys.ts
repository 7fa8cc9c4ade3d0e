import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { count, idField, idParams, isoTime, oneLine, requiredText } from './fields.ts';

/** How every API key begins: by this a reader, a search for leaked secrets and the API itself know one. */
export const apiKeyPrefix = 'pks_';

/** `read`: only calls that change nothing. */
export const apiKeyScopes = ['read', 'write'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** The choices for how long a key is valid; null is until it is revoked. */
export const apiKeyDays = [30, 90, 365, null] as const;

export const apiKey = z.object({
  id: idField,
  name: z.string(),
  /** How the key begins; the rest is known to its owner alone. */
  prefix: z.string(),
  scope: z.enum(apiKeyScopes),
  createdAt: isoTime,
  /** Exact to a minute; null while it was never used. */
  lastUsedAt: isoTime.nullable(),
  /** Null: until it is revoked. */
  expiresAt: isoTime.nullable(),
});

export type ApiKey = z.output<typeof apiKey>;

const name = requiredText({ message: 'Please give the key a name', max: 60 }).regex(
  oneLine,
  'Please write it on one line',
);

export const renameApiKeyBody = z.strictObject({ name });

export const createApiKeyBody = z.strictObject({
  name,
  scope: z.enum(apiKeyScopes, 'Please choose what the key may do'),
  expiresInDays: z.literal(apiKeyDays, 'Please choose when the key expires'),
});

/** What a program may do, and how many automations its owner's plan has room for. */
export const programAccess = z.object({
  /** The key by which the call was made; null where a person is signed in. */
  apiKey: apiKey.nullable(),
  /** Automations there are, and those of them that are active. */
  configurationCount: count,
  activeCount: count,
  /** Automations that the plan allows. */
  configurationLimit: count,
});

export type ProgramAccess = z.output<typeof programAccess>;

export const apiKeyEndpoints = {
  /** The person's keys, newest first; never more than `maxApiKeys`. */
  list: endpoint('GET', '/api/account/api-keys', { reply: z.array(apiKey), access: 'user' }),
  /** The key by which the call is made, and what the plan of its owner allows. */
  current: endpoint('GET', '/api/account/api-keys/current', {
    reply: programAccess,
    access: 'user',
    programs: 'read',
  }),
  /** Creates a key. Only this reply contains it. */
  create: endpoint('POST', '/api/account/api-keys', {
    body: createApiKeyBody,
    reply: z.object({ message: z.string(), key: z.string(), apiKey }),
    access: 'user',
    stepUp: 'recent',
    status: 201,
  }),
  /** Gives a key another name. What it did before keeps the name it had then. */
  rename: endpoint('PATCH', '/api/account/api-keys/:id', {
    params: idParams,
    body: renameApiKeyBody,
    reply: z.object({ message: z.string(), apiKey }),
    access: 'user',
  }),
  /** Revokes a key: from now on it opens nothing. */
  revoke: endpoint('DELETE', '/api/account/api-keys/:id', { ...userAct, params: idParams }),
};
