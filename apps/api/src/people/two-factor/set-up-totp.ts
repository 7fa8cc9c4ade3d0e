import { AppError, type Reply, type twoFactorEndpoints } from '@picksync/contracts';
import { sealedColumns } from '@picksync/db';
import { type ActingSession, assertGoesOn } from '../../base/acting-session.ts';
import type { Context } from '../../base/context.ts';
import { type Actor, recordAndTell } from '../../base/record-audit.ts';
import { type HeldSession, replaceToken } from '../sessions/sessions.ts';
import {
  createRecoveryCodes,
  createTotpSecret,
  findTotpStep,
  hashRecoveryCode,
  toTotpUri,
} from './second-factor-codes.ts';
import {
  findTwoFactor,
  removeTotp,
  savePendingSecret,
  saveRecoveryCodes,
  saveTotp,
} from './two-factor.store.ts';

/** Returns the state of a user's second factor. */
export async function readTwoFactor(
  context: Context,
  userId: string,
): Promise<Reply<typeof twoFactorEndpoints.read>> {
  const { totpEnabledAt, recoveryCodeHashes } = await findTwoFactor(context.db, userId);
  return {
    totpSince: totpEnabledAt?.toISOString() ?? null,
    recoveryCodesLeft: recoveryCodeHashes.length,
  };
}

/**
 * Creates a new secret for a user's authenticator app. It takes effect with the first right code. Throws
 * `two_factor_on`.
 */
export async function beginTotp(context: Context, userId: string): Promise<{ key: string; uri: string }> {
  const { email } = await findTwoFactor(context.db, userId);
  const key = createTotpSecret();
  const sealed = context.sealer.seal(key, sealedColumns.totpSecret.identity(userId));
  if (!(await savePendingSecret(context.db, { userId, sealed }))) throw new AppError('two_factor_on');
  return { key, uri: toTotpUri(key, email) };
}

/**
 * Switches two-factor sign-in on with the first code of the app. Returns the recovery codes, which nobody can read again, and the
 * session's new cookie; null when it keeps the one it has.
 */
export async function enableTotp(
  context: Context,
  { code, userId, network, session, cookie }: Actor & HeldSession & { code: string },
): Promise<{ recoveryCodes: string[]; token: string | null }> {
  const { totpSecretSealed: sealed, totpEnabledAt } = await findTwoFactor(context.db, userId);
  if (totpEnabledAt !== null) throw new AppError('two_factor_on');
  if (sealed === null) throw new AppError('two_factor_off');
  const at = context.now();
  const secret = context.sealer.open(sealed, sealedColumns.totpSecret.identity(userId));
  const step = findTotpStep({ secret, code, at });
  if (step === null) {
    const message = 'That code is not right. Please check the clock of your phone, then type the next code.';
    throw new AppError('validation_failed', { message, errors: { code: message } });
  }
  const { recoveryCodes, hashes } = makeRecoveryCodes(context, userId);
  const token = await context.db.$transaction(async (tx) => {
    if (!(await saveTotp(tx, { userId, sealed, step, hashes, at }))) throw new AppError('two_factor_on');
    await assertGoesOn({ ...context, db: tx }, { userId, session });
    const details = { method: 'totp' };
    await recordAndTell(context, tx, {
      userId,
      action: 'two_factor_enabled',
      network,
      details,
      at,
    });
    return replaceToken({ ...context, db: tx }, { session, cookie });
  });
  return { recoveryCodes, token };
}

/** Switches two-factor sign-in off. The recovery codes are void. Throws `two_factor_off`. */
export function disableTotp(
  context: Context,
  { userId, network, session }: Actor & ActingSession,
): Promise<void> {
  return context.db.$transaction(async (tx) => {
    if (!(await removeTotp(tx, userId))) throw new AppError('two_factor_off');
    await assertGoesOn({ ...context, db: tx }, { userId, session });
    const entry = { userId, action: 'two_factor_disabled', network } as const;
    await recordAndTell(context, tx, { ...entry, at: context.now() });
  });
}

/** Voids the recovery codes of a user and returns new ones. Throws `two_factor_off`. */
export async function renewRecoveryCodes(
  context: Context,
  { userId, network, session }: Actor & ActingSession,
): Promise<{ recoveryCodes: string[] }> {
  const { recoveryCodes, hashes } = makeRecoveryCodes(context, userId);
  await context.db.$transaction(async (tx) => {
    if (!(await saveRecoveryCodes(tx, { userId, hashes }))) throw new AppError('two_factor_off');
    await assertGoesOn({ ...context, db: tx }, { userId, session });
    const entry = { userId, action: 'recovery_codes_renewed', network } as const;
    await recordAndTell(context, tx, { ...entry, at: context.now() });
  });
  return { recoveryCodes };
}

function makeRecoveryCodes(context: Context, userId: string) {
  const recoveryCodes = createRecoveryCodes();
  const hashes = recoveryCodes.map((code) => hashRecoveryCode({ userId, code }, context.keyedHash)[0]);
  return { recoveryCodes, hashes };
}
