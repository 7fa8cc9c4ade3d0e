import { randomBytes } from 'node:crypto';
import { AppError } from '@picksync/contracts';
import type { CodePurpose, Db } from '@picksync/db';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import type { Hashes, KeyedHash } from '../../base/keyed-hash.ts';
import { claimLink, createLink } from '../one-time-codes/one-time-codes.store.ts';

type ChallengePurpose = Extract<CodePurpose, 'register_passkey' | 'use_passkey'>;

const challengeMs = 5 * 60_000;

const clientData = z.object({ challenge: z.string() });

/** Returns the hashes of a challenge and the browser's secret: in another browser the challenge is not valid. */
function hashChallenge(
  { challenge, browser }: { challenge: string; browser: string },
  keyedHash: KeyedHash,
): Hashes {
  return keyedHash.all('passkey-challenge', `${challenge} ${browser}`);
}

/** Creates a challenge that one browser may answer once, within five minutes. */
export async function createChallenge(
  context: Context,
  db: Db,
  { userId, purpose, browser }: { userId: string | null; purpose: ChallengePurpose; browser: string },
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const [codeHash] = hashChallenge({ challenge, browser }, context.keyedHash);
  await createLink(db, { userId, purpose, codeHash, at: context.now(), lifeMs: challengeMs });
  return challenge;
}

type Answer = {
  userId: string | null;
  purpose: ChallengePurpose;
  /** What the authenticator has signed, in base64url. */
  clientDataJSON: string;
  /** The secret of the browser's cookie. */
  browser: string | undefined;
};

/** Uses up the challenge of an answer and returns it. Throws `passkey_refused` when there is none. */
export async function takeChallenge(
  context: Context,
  db: Db,
  { userId, purpose, clientDataJSON, browser }: Answer,
): Promise<string> {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === null || browser === undefined) throw new AppError('passkey_refused');
  const codeHashes = hashChallenge({ challenge, browser }, context.keyedHash);
  const claimed = await claimLink(db, { codeHashes, purpose, userId, at: context.now() });
  if (!claimed) throw new AppError('passkey_refused');
  return challenge;
}

function readChallenge(clientDataJSON: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return clientData.parse(data).challenge;
  } catch {
    return null;
  }
}
