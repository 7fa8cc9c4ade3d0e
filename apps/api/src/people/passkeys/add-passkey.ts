import {
  AppError,
  maxPasskeys,
  type Parsed,
  type PasskeyView,
  type passkeyEndpoints,
} from '@picksync/contracts';
import type { Database, Passkey } from '@picksync/db';
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { recordAndTell } from '../../base/record-audit.ts';
import type { SendMailLater } from '../../base/send-mail-later.ts';
import { type HeldSession, replaceToken } from '../sessions/sessions.ts';
import { type ChallengeDeps, newChallenge, takeChallenge } from './challenges.ts';
import {
  countPasskeysOf,
  deletePasskey,
  findPasskeysOf,
  insertPasskey,
  lockPasskeysOf,
} from './passkeys.store.ts';

export type PasskeyDeps = ChallengeDeps & {
  db: Database['prisma'];
  sendMailLater: SendMailLater;
  /** Where our pages are: a passkey is bound to its host. */
  publicOrigin: string;
};

type Person = { userId: string; email: string };

/** Returns the site that passkeys are bound to. */
export function relyingParty(publicOrigin: string): { rpID: string; origin: string } {
  return { rpID: new URL(publicOrigin).hostname, origin: publicOrigin };
}

/** Returns what the browser needs to create a passkey for the user who is signed in. */
export async function beginAdding(
  { userId, email, browser }: Person & { browser: string },
  deps: PasskeyDeps,
): Promise<{ options: Record<string, unknown> }> {
  const passkeys = await findPasskeysOf(deps.db, userId);
  assertRoom(passkeys.length);
  const purpose = 'register_passkey';
  const challenge = await newChallenge(deps.db, { userId, purpose, browser }, deps);
  const options = await generateRegistrationOptions({
    rpName: 'Picksync',
    rpID: relyingParty(deps.publicOrigin).rpID,
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
  { name, credential, userId, ipAddress, browser, session, cookie }: Adding,
  deps: PasskeyDeps & { newSecret: () => string },
): Promise<{ passkey: PasskeyView; token: string | null }> {
  const { clientDataJSON } = credential.response;
  const purpose = 'register_passkey';
  const challenge = await takeChallenge(deps.db, { userId, purpose, clientDataJSON, browser }, deps);
  const made = await verifyNew(credential as RegistrationResponseJSON, challenge, deps);
  const at = deps.now();
  const passkey = {
    id: deps.newId(),
    userId,
    name,
    credentialId: made.credential.id,
    publicKey: made.credential.publicKey,
    counter: BigInt(made.credential.counter),
    transports: credential.response.transports ?? [],
    isSynced: made.credentialBackedUp,
    createdAt: at,
  };
  const token = await deps.db.$transaction(async (tx) => {
    await lockPasskeysOf(tx, userId);
    assertRoom(await countPasskeysOf(tx, userId));
    if (!(await insertPasskey(tx, passkey))) throw new AppError('passkey_known');
    const entry = { userId, action: 'passkey_added', network: ipAddress, details: { name } } as const;
    await recordAndTell(tx, { ...entry, at }, deps);
    return replaceToken({ session, cookie }, { ...deps, db: tx });
  });
  return { passkey: passkeyView({ ...passkey, lastUsedAt: null }), token };
}

async function verifyNew(response: RegistrationResponseJSON, expectedChallenge: string, deps: PasskeyDeps) {
  const { rpID, origin } = relyingParty(deps.publicOrigin);
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

/** Returns the passkeys of a user. */
export async function listPasskeys(userId: string, { db }: PasskeyDeps): Promise<PasskeyView[]> {
  return (await findPasskeysOf(db, userId)).map(passkeyView);
}

/** Removes a passkey of a user: it opens nothing any more. Throws `not_found` when it is not theirs. */
export function removePasskey(
  { userId, id, ipAddress }: { userId: string; id: string; ipAddress: string },
  deps: PasskeyDeps,
): Promise<void> {
  return deps.db.$transaction(async (tx) => {
    const name = await deletePasskey(tx, { userId, id });
    if (name === null) throw new AppError('not_found');
    const entry = { userId, action: 'passkey_removed', network: ipAddress, details: { name } } as const;
    await recordAndTell(tx, { ...entry, at: deps.now() }, deps);
  });
}

type Shown = Pick<Passkey, 'id' | 'name' | 'isSynced' | 'createdAt' | 'lastUsedAt'>;

function passkeyView({ id, name, isSynced, createdAt, lastUsedAt }: Shown): PasskeyView {
  return {
    id,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
