import { AppError, type endpoints, type Parsed, type SecondFactor, secondFactors } from '@picksync/contracts';
import { type Sealer, sealedColumns, type Tx } from '@picksync/db';
import { type Throttle, takeTry } from '../../throttle.ts';
import { recordAndTell, recordAudit } from '../audit/record-audit.ts';
import type { PasskeyDeps } from '../passkeys/add-passkey.ts';
import { checkPasskey } from '../passkeys/use-passkey.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { totpStep } from './totp.ts';
import { findTwoFactor, type TwoFactorState, takeRecoveryCode, takeStep } from './two-factor.store.ts';

export type SecondFactorDeps = PasskeyDeps & {
  sealer: Sealer;
  throttles: { secondFactors: Throttle };
};

export type GivenFactor = Parsed<typeof endpoints.signInSteps.giveSecondFactor>['body'];

type CodeFactor = Exclude<GivenFactor, { method: 'passkey' }>;

type Attempt = {
  userId: string;
  factor: GivenFactor;
  ipAddress: string;
  /** The secret of the browser that a passkey was used in. */
  browser: string | undefined;
};

/** Returns the second factors that a user can give; empty where two-factor sign-in is off. */
export function secondFactorsOf(state: TwoFactorState): SecondFactor[] {
  if (state.totpEnabledAt === null) return [];
  const mayHave = {
    passkey: state.passkeys > 0,
    totp: true,
    recovery_code: state.recoveryCodeHashes.length > 0,
  };
  return secondFactors.filter((factor) => mayHave[factor]);
}

/**
 * Uses up a second factor and runs `work`, both or neither. Tries are counted per user, from any network, and before
 * the comparison, so that parallel guesses are as limited as serial ones. Throws `validation_failed` at the field of
 * the code, or `rate_limited`.
 */
export async function takeSecondFactor<T>(
  { userId, factor, ipAddress, browser }: Attempt,
  goOn: (tx: Tx) => Promise<T>,
  deps: SecondFactorDeps,
): Promise<T> {
  if (factor.method === 'passkey') {
    const use = await checkPasskey({ credential: factor.credential, browser }, deps);
    if (use.userId !== userId) throw new AppError('passkey_refused');
    return deps.db.$transaction(async (tx) => {
      await use.note(tx);
      return goOn(tx);
    });
  }
  await takeTry(deps.throttles.secondFactors, userId);
  const done = await deps.db.$transaction(async (tx) => {
    if (!(await isTaken(tx, { userId, factor }, deps))) return null;
    if (factor.method === 'recovery_code') {
      const entry = { userId, action: 'recovery_code_used', network: ipAddress } as const;
      await recordAndTell(tx, { ...entry, at: deps.now() }, deps);
    }
    return { value: await goOn(tx) };
  });
  if (!done) {
    const refusal = { userId, action: 'second_factor_refused', network: ipAddress } as const;
    await recordAudit(deps.db, { ...refusal, details: { method: factor.method }, at: deps.now() });
    const message = refusals[factor.method];
    throw new AppError('validation_failed', { message, errors: { code: message } });
  }
  await deps.throttles.secondFactors.clear(userId);
  return done.value;
}

const refusals = {
  totp: 'That code is not right, or was used already. Please wait for the next one.',
  recovery_code: 'That code is not right, or was used already. Please try another one.',
};

async function isTaken(
  tx: Tx,
  { userId, factor: { method, code } }: { userId: string; factor: CodeFactor },
  { sealer, keyedHash, now }: SecondFactorDeps,
): Promise<boolean> {
  if (method === 'recovery_code')
    return takeRecoveryCode(tx, { userId, hash: recoveryCodeHash({ userId, code }, keyedHash) });
  const { totpSecretSealed: sealed } = await findTwoFactor(tx, userId);
  if (sealed === null) return false;
  const secret = sealer.open(sealed, sealedColumns.totpSecret.identity(userId));
  const step = totpStep({ secret, code, at: now() });
  return step !== null && takeStep(tx, { userId, sealed, step });
}
