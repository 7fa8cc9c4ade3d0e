import {
  AppError,
  maxPasskeys,
  type Parsed,
  type PasskeyView,
  type passkeyEndpoints,
} from '@picksync/contracts';
import type { Passkey } from '@picksync/db';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { lockActingUser } from '../../base/acting-session.ts';
import type { Context } from '../../base/context.ts';
import { recordAndTell } from '../../base/record-audit.ts';
import { type HeldSession, replaceToken } from '../sessions/sessions.ts';
import { createChallenge, takeChallenge } from './challenges.ts';
import { deletePasskey, findPasskeys, insertPasskey } from './passkeys.store.ts';

type Person = { userId: string; email: string };

/** Loads the library of passkeys when the first one is used: its parsers of certificates take 5 MB. */
export function loadWebauthn() {
  return import('@simplewebauthn/server');
}

/** Returns the site that passkeys are bound to. */
export function toRelyingParty(publicOrigin: string): { rpID: string; origin: string } {
  return { rpID: new URL(publicOrigin).hostname, origin: publicOrigin };
}

/** Returns what the browser needs to create a passkey for the user who is signed in. */
export async function beginAdding(
  context: Context,
  { userId, email, browser }: Person & { browser: string },
): Promise<{ options: Record<string, unknown> }> {
  const passkeys = await findPasskeys(context.db, userId);
  assertRoom(passkeys.length);
  const purpose = 'register_passkey';
  const challenge = await createChallenge(context, context.db, { userId, purpose, browser });
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Picksync',
    rpID: toRelyingParty(context.settings.publicOrigin).rpID,
    userName: email,
    userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options } };
}

type Adding = Parsed<typeof passkeyEndpoints.add>['body'] & {
  userId: string;
  ipAddress: string;
  browser: string | undefined;
} & HeldSession;

/**
 * Adds the passkey that a browser has made. Returns it, and the session's new cookie; null when it keeps the one it has. Throws
 * `passkey_refused`, `passkey_known` or `passkeys_full`.
 */
export async function addPasskey(
  context: Context,
  { name, credential, userId, ipAddress, browser, session, cookie }: Adding,
): Promise<{ passkey: PasskeyView; token: string | null }> {
  const { clientDataJSON } = credential.response;
  const purpose = 'register_passkey';
  const challenge = await takeChallenge(context, context.db, { userId, purpose, clientDataJSON, browser });
  const made = await verifyNew(context, credential as RegistrationResponseJSON, challenge);
  const at = context.now();
  const passkey = {
    id: context.newId(),
    userId,
    name,
    credentialId: made.credential.id,
    publicKey: made.credential.publicKey,
    counter: BigInt(made.credential.counter),
    transports: credential.response.transports ?? [],
    isSynced: made.credentialBackedUp,
    createdAt: at,
  };
  const token = await context.db.$transaction(async (tx) => {
    // So that nobody else adds one between counting and writing.
    await lockActingUser(context, tx, { userId, session });
    assertRoom(await tx.passkey.count({ where: { userId } }));
    if (!(await insertPasskey(tx, passkey))) throw new AppError('passkey_known');
    const entry = { userId, action: 'passkey_added', network: ipAddress, details: { name } } as const;
    await recordAndTell(context, tx, { ...entry, at });
    return replaceToken({ ...context, db: tx }, { session, cookie });
  });
  return { passkey: toPasskeyView({ ...passkey, lastUsedAt: null }), token };
}

async function verifyNew(context: Context, response: RegistrationResponseJSON, expectedChallenge: string) {
  const { rpID, origin } = toRelyingParty(context.settings.publicOrigin);
  const { verifyRegistrationResponse } = await loadWebauthn();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw new AppError('passkey_refused', { cause });
  });
  if (!verified.verified) throw new AppError('passkey_refused');
  return verified.registrationInfo;
}

function assertRoom(count: number): void {
  if (count >= maxPasskeys) throw new AppError('passkeys_full');
}

export async function listPasskeys(context: Context, userId: string): Promise<PasskeyView[]> {
  return (await findPasskeys(context.db, userId)).map(toPasskeyView);
}

/** Removes a passkey of a user: it opens nothing any more. Throws `not_found` when it is not theirs. */
export function removePasskey(
  context: Context,
  { userId, id, ipAddress }: { userId: string; id: string; ipAddress: string },
): Promise<void> {
  return context.db.$transaction(async (tx) => {
    const name = await deletePasskey(tx, { userId, id });
    if (name === null) throw new AppError('not_found');
    const entry = { userId, action: 'passkey_removed', network: ipAddress, details: { name } } as const;
    await recordAndTell(context, tx, { ...entry, at: context.now() });
  });
}

type Shown = Pick<Passkey, 'id' | 'name' | 'isSynced' | 'createdAt' | 'lastUsedAt'>;

function toPasskeyView({ id, name, isSynced, createdAt, lastUsedAt }: Shown): PasskeyView {
  return {
    id,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
