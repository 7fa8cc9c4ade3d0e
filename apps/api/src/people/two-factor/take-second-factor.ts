import { AppError, type endpoints, type Parsed, type SecondFactor, secondFactors } from '@picksync/contracts';
import { sealedColumns, type Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { toNetwork } from '../../base/network.ts';
import { recordAndTell, recordAudit } from '../../base/record-audit.ts';
import { consumeTry } from '../../base/throttle.ts';
import { checkPasskey } from '../passkeys/use-passkey.ts';
import { findTotpStep, hashRecoveryCode } from './second-factor-codes.ts';
import { findTwoFactor, type TwoFactorState, takeRecoveryCode, takeStep } from './two-factor.store.ts';

export type GivenFactor = Parsed<typeof endpoints.signInSteps.giveSecondFactor>['body'];

type CodeFactor = Exclude<GivenFactor, { method: 'passkey' }>;

type Attempt = {
  userId: string;
  factor: GivenFactor;
  ipAddress: string;
  /** The secret of the browser that a passkey was used in. */
  browser: string | undefined;
  /** The id of the session, or of the recognized device, that it is given in; null of a stranger. */
  countedApartAs: string | null;
};

/** Returns the second factors that a user can give; empty where two-factor sign-in is off. */
export function listSecondFactors(state: TwoFactorState): SecondFactor[] {
  if (state.totpEnabledAt === null) return [];
  const mayHave = {
    passkey: state.passkeys > 0,
    totp: true,
    recovery_code: state.recoveryCodeHashes.length > 0,
  };
  return secondFactors.filter((factor) => mayHave[factor]);
}

/**
 * Uses up a second factor and runs `goOn`, both or neither. Tries are counted before the comparison, so that parallel
 * guesses are as limited as serial ones. The first wrong one within some hours is reported by mail: whoever got this far
 * knows the password. Throws `validation_failed` at the field of the code, or `rate_limited`.
 */
export async function takeSecondFactor<T>(
  context: Context,
  { userId, factor, ipAddress, browser, countedApartAs }: Attempt,
  goOn: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (factor.method === 'passkey') {
    const use = await checkPasskey(context, { credential: factor.credential, browser });
    if (use.userId !== userId) throw new AppError('passkey_refused');
    return context.db.$transaction(async (tx) => {
      // A reset that removes passkeys locks the user before them.
      await lockUser(tx, userId);
      await use.note(tx);
      return goOn(tx);
    });
  }
  const countedAs = getTriesKey({ userId, factor, ipAddress, countedApartAs });
  const { secondFactors, secondFactorsInADay } = context.throttles;
  const otherwise = factor.method === 'totp' ? 'or use a recovery code' : 'and try again';
  await consumeTry(secondFactors, countedAs, { otherwise });
  await consumeTry(secondFactorsInADay, countedAs, { otherwise });
  const done = await context.db.$transaction(async (tx) => {
    if (!(await isTaken(context, tx, { userId, factor }))) return null;
    if (factor.method === 'recovery_code') {
      const entry = { userId, action: 'recovery_code_used', network: ipAddress } as const;
      await recordAndTell(context, tx, { ...entry, at: context.now() });
    }
    return { value: await goOn(tx) };
  });
  if (!done) {
    await recordRefusal(context, { userId, factor, ipAddress });
    const message = refusals[factor.method];
    throw new AppError('validation_failed', { message, errors: { code: message } });
  }
  await secondFactors.clear(countedAs);
  await secondFactorsInADay.releaseTry(countedAs);
  return done.value;
}

/**
 * Returns what the tries of a code are counted by. Strangers share those of an app's codes, wherever they come from, because
 * six digits allow no more. Sessions and recognized devices have their own, which strangers cannot use up. So have recovery
 * codes: 50 bits need no common limit, and their owner gets in with one however much is guessed elsewhere.
 */
function getTriesKey({ userId, factor, ipAddress, countedApartAs }: Omit<Attempt, 'browser'>): string {
  if (factor.method === 'recovery_code')
    return `recovery ${countedApartAs ?? toNetwork(ipAddress)} ${userId}`;
  return `${countedApartAs ?? 'strangers'} ${userId}`;
}

async function recordRefusal(
  context: Context,
  { userId, factor, ipAddress }: Pick<Attempt, 'userId' | 'factor' | 'ipAddress'>,
): Promise<void> {
  const isFirst = (await context.throttles.secondFactorWarnings.take(userId)) === 0;
  const refusal = { userId, action: 'second_factor_refused', network: ipAddress } as const;
  const entry = { ...refusal, details: { method: factor.method }, at: context.now() };
  if (!isFirst) await recordAudit(context.db, entry);
  else await context.db.$transaction((tx) => recordAndTell(context, tx, entry));
}

const refusals = {
  totp: 'That code is not right, or was used already. Please wait for the next one.',
  recovery_code: 'That code is not right, or was used already. Please try another one.',
};

async function isTaken(
  context: Context,
  tx: Tx,
  { userId, factor: { method, code } }: { userId: string; factor: CodeFactor },
): Promise<boolean> {
  if (method === 'recovery_code')
    return takeRecoveryCode(tx, { userId, hashes: hashRecoveryCode({ userId, code }, context.keyedHash) });
  const { totpSecretSealed: sealed } = await findTwoFactor(tx, userId);
  if (sealed === null) return false;
  const secret = context.sealer.open(sealed, sealedColumns.totpSecret.identity(userId));
  const step = findTotpStep({ secret, code, at: context.now() });
  return step !== null && takeStep(tx, { userId, sealed, step });
}
