import { AppError, type endpoints, type Parsed } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../../base/context.ts';
import { loadWebauthn, toRelyingParty } from './add-passkey.ts';
import { createChallenge, takeChallenge } from './challenges.ts';
import { findPasskey, notePasskeyUse } from './passkeys.store.ts';

const purpose = 'use_passkey';

/** Returns what a passkey of this site has to sign. It names no user: the browser shows its passkeys. */
export async function beginUsing(
  context: Context,
  { browser }: { browser: string },
): Promise<{ options: Record<string, unknown> }> {
  const challenge = await createChallenge(context, context.db, { userId: null, purpose, browser });
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({
    rpID: toRelyingParty(context.settings.publicOrigin).rpID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  });
  return { options: { ...options } };
}

export type UsedCredential = Parsed<typeof endpoints.signInSteps.loginByPasskey>['body']['credential'];

export type PasskeyUse = {
  userId: string;
  email: string;
  /** Records the use, in the transaction of the act it was for. Throws `passkey_refused` when the passkey is gone. */
  note: (tx: Tx) => Promise<void>;
};

/**
 * Checks the signature of a passkey: over our challenge, which was given to this browser and is used once, on our own
 * site, with user verification by the device. Throws `passkey_refused`.
 */
export async function checkPasskey(
  context: Context,
  { credential, browser }: { credential: UsedCredential; browser: string | undefined },
): Promise<PasskeyUse> {
  const { clientDataJSON } = credential.response;
  const answer = { userId: null, purpose, clientDataJSON, browser } as const;
  const expectedChallenge = await takeChallenge(context, context.db, answer);
  const passkey = await findPasskey(context.db, credential.id);
  if (!passkey?.user.isVerified) throw new AppError('passkey_refused');
  const { rpID, origin } = toRelyingParty(context.settings.publicOrigin);
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch((cause: unknown) => {
    throw new AppError('passkey_refused', { cause });
  });
  if (!verified) throw new AppError('passkey_refused');
  const { id, counter: from, userId } = passkey;
  const counter = BigInt(authenticationInfo.newCounter);
  return {
    userId,
    email: passkey.user.email,
    note: async (tx) => {
      if (!(await notePasskeyUse(tx, { id, from, counter, at: context.now() })))
        throw new AppError('passkey_refused');
    },
  };
}
