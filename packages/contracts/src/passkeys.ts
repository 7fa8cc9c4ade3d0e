import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { strictPublic, userAct } from './endpoint-kinds.ts';
import { idField, idParams, isoTime, requiredText } from './fields.ts';

/** As many as one person may have. */
export const maxPasskeys = 20;

/** Bytes as WebAuthn's JSON carries them. */
function base64url(max: number) {
  return z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);
}

/** What both kinds of credentials have beside the response of the authenticator. */
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()),
};

/** What `navigator.credentials.create` returns, as JSON (WebAuthn level 3). */
export const newCredential = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(12_000),
    authenticatorData: base64url(8000).optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: base64url(4000).optional(),
  }),
});

/** What `navigator.credentials.get` returns, as JSON. */
export const usedCredential = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: base64url(200).optional(),
  }),
});

export const passkeyFactorBody = z.strictObject({
  method: z.literal('passkey'),
  credential: usedCredential,
});

export const passkeyNameField = requiredText({ message: 'Please give the passkey a name', max: 60 });

const passkey = z.object({
  id: idField,
  name: z.string(),
  /** Whether it is kept in more than one device. */
  isSynced: z.boolean(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});

export type PasskeyView = z.output<typeof passkey>;

/** For `navigator.credentials`: made and checked by the WebAuthn libraries of both sides. */
const options = z.object({ options: z.record(z.string(), z.unknown()) });

export const passkeyEndpoints = {
  list: endpoint('GET', '/api/account/passkeys', { reply: z.array(passkey), access: 'user' }),
  beginAdding: endpoint('POST', '/api/account/passkeys/options', {
    reply: options,
    access: 'user',
    stepUp: 'recent',
    rate: 'strict',
  }),
  add: endpoint('POST', '/api/account/passkeys', {
    body: z.strictObject({ name: passkeyNameField, credential: newCredential }),
    reply: passkey,
    access: 'user',
    stepUp: 'recent',
    rate: 'strict',
  }),
  remove: endpoint('DELETE', '/api/account/passkeys/:id', { ...userAct, params: idParams, stepUp: 'recent' }),
  /** What any passkey has to sign, for the login and for step-up. It does not reveal who has passkeys. */
  beginUsing: endpoint('POST', '/api/auth/passkey/options', {
    ...strictPublic,
    reply: options,
    maintenance: 'open',
  }),
};
