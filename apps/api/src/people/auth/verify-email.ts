import type { Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { voidAll } from '../one-time-codes/one-time-codes.store.ts';
import { checkCode, findLink, issueResetLink, useCode, useLink } from '../one-time-codes/one-time-codes.ts';
import { startTrial } from '../spent-offers/spent-offers.ts';
import { findUserById, lockAddress, markVerified } from '../users/users.store.ts';

const purpose = 'verify_email';

type VerifyEmailInput = {
  email: string;
  otp: string;
  /** What this browser kept when a password was given in it. */
  passwordProof?: string | undefined;
  ipAddress?: string;
};

type VerifiedEmail = {
  message: string;
  /** The token that sets the password the account still needs; null when it has one that counts. */
  passwordToken: string | null;
};

/**
 * Takes the code that proves that somebody reads the mail of an address. It signs nobody in. In the browser in which the
 * account's password was given, the address is verified. In any other, the password may be a stranger's who registered
 * the address: the account stays closed until a new password is set with the token.
 */
export async function verifyEmail(
  context: Context,
  { email, otp, passwordProof, ipAddress }: VerifyEmailInput,
): Promise<VerifiedEmail> {
  const tried = { email, purpose, digits: otp } as const;
  const { codeId, userId } = await checkCode(context, context.db, tried);
  return context.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    await useCode(context, tx, codeId);
    return openAccount(context, tx, { userId, passwordProof, proof: 'code', network: ipAddress ?? null });
  });
}

/** Takes the token in the link of the same mail instead. It proves the same, and says which address it is about. */
export async function verifyEmailByLink(
  context: Context,
  { token, passwordProof, ipAddress }: Omit<VerifyEmailInput, 'email' | 'otp'> & { token: string },
): Promise<VerifiedEmail & { email: string }> {
  const { id, user } = await findLink(context, context.db, { token, purpose });
  return context.db.$transaction(async (tx) => {
    await lockAddress(tx, user.email);
    await useLink(context, tx, id);
    const opening = { userId: user.id, passwordProof, proof: 'link', network: ipAddress ?? null } as const;
    return { ...(await openAccount(context, tx, opening)), email: user.email };
  });
}

const trialSpent = ' This address had its free trial before, so the account begins on Free.';

type Opening = {
  userId: string;
  passwordProof: string | undefined;
  proof: 'code' | 'link';
  network: string | null;
};

/** Verifies the address or issues a token. Call it under `lockAddress`, so that the compared password stays. */
async function openAccount(
  context: Context,
  tx: Tx,
  { userId, passwordProof, proof, network }: Opening,
): Promise<VerifiedEmail> {
  const { email, passwordHash, isVerified } = await findUserById(tx, userId);
  const isOwn =
    passwordHash !== null && isPasswordProof(passwordProof, { email, passwordHash }, context.keyedHash);
  if (isVerified || isOwn) {
    const isNew = await markVerified(tx, userId);
    const hadTrial = isNew && !(await startTrial(context, tx, { userId, email, at: context.now() }));
    await recordAudit(tx, { userId, action: 'email_verified', network, at: context.now() });
    await voidAll(tx, { userId, at: context.now() });
    const message = `Your email address is verified. You can log in now.${hadTrial ? trialSpent : ''}`;
    return { message, passwordToken: null };
  }
  return {
    message: `Your ${proof} is right. Please choose a password to finish.`,
    passwordToken: await issueResetLink(context, tx, userId),
  };
}

/** The password that an account has, and the address it is for. */
type Password = { email: string; passwordHash: string };

/**
 * Returns what a browser keeps to prove that this password was given in it. It gives no access, and is invalid as soon as the
 * account has another password.
 */
export function createPasswordProof({ email, passwordHash }: Password, keyedHash: KeyedHash): string {
  return keyedHash('password-proof', `${email} ${passwordHash}`);
}

function isPasswordProof(
  proof: string | undefined,
  { email, passwordHash }: Password,
  keyedHash: KeyedHash,
): boolean {
  return keyedHash.matches(proof ?? '', 'password-proof', `${email} ${passwordHash}`);
}
