import { AppError, type Parsed, type ProofMethod, type proofEndpoints } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import { takeTry } from '../../base/throttle.ts';
import type { Caller } from '../../http/caller.ts';
import { type CodeDeps, checkCode, useCode } from '../one-time-codes/one-time-codes.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { setProven } from '../sessions/sessions.store.ts';
import { replaceToken, type SessionDeps } from '../sessions/sessions.ts';
import {
  type SecondFactorDeps,
  secondFactorsOf,
  takeSecondFactor,
} from '../two-factor/take-second-factor.ts';
import { findTwoFactor } from '../two-factor/two-factor.store.ts';
import type { AuthThrottles } from '../users/auth-throttles.ts';

export type ProofDeps = SessionDeps &
  SecondFactorDeps &
  CodeDeps & {
    passwords: Passwords;
    throttles: Pick<AuthThrottles, 'proofs'>;
  };

export type ProofInput = {
  proof: Parsed<typeof proofEndpoints.prove>['body'];
  ipAddress: string;
  /** Of the session, where the request has it. */
  cookie: string | undefined;
  /** The secret of the browser that a passkey was used in. */
  browser: string | undefined;
};

/** Returns what the account of a user can prove itself with. */
export async function proofMethodsOf(userId: string, { db }: ProofDeps): Promise<ProofMethod[]> {
  const state = await findTwoFactor(db, userId);
  const factors = secondFactorsOf(state);
  if (factors.length > 0) return factors;
  const passkey = state.passkeys > 0 ? (['passkey'] as const) : [];
  return [...passkey, state.passwordHash === null ? 'email_code' : 'password'];
}

/**
 * Records that the user of a session has proved again who they are. Returns the session's new cookie; null when it
 * keeps the one it has.
 */
export async function prove(
  { session, user: { id: userId, email } }: Caller,
  { proof, ipAddress, cookie, browser }: ProofInput,
  deps: ProofDeps,
): Promise<string | null> {
  const renew = async (tx: Tx) => {
    await setProven(tx, { id: session.id, provenAt: deps.now() });
    return replaceToken({ session, cookie }, { ...deps, db: tx });
  };
  if (proof.method !== 'password' && proof.method !== 'email_code')
    return takeSecondFactor(
      { userId, factor: proof, ipAddress, browser, countedApartAs: session.id },
      renew,
      deps,
    );
  // Counted per session, so that a stolen one cannot use up the tries of another.
  await takeTry(deps.throttles.proofs, session.id);
  if (proof.method === 'email_code') {
    const proven = await takeEmailCode({ userId, email, code: proof.code }, renew, deps);
    await deps.throttles.proofs.clear(session.id);
    return proven;
  }
  await assertPassword(userId, proof.password, deps);
  await deps.throttles.proofs.clear(session.id);
  return deps.db.$transaction(renew);
}

/** Uses up the code of a mail and does what it was given for, both or neither. Tries are counted in the code's row. */
async function takeEmailCode<T>(
  { userId, email, code }: { userId: string; email: string; code: string },
  goOn: (tx: Tx) => Promise<T>,
  deps: ProofDeps,
): Promise<T> {
  if (!(await proofMethodsOf(userId, deps)).includes('email_code'))
    throw refused('code', 'Please confirm in the way your account is set up for.');
  try {
    const { codeId, userId: owner } = await checkCode(
      deps.db,
      { email, purpose: 'prove', digits: code },
      deps,
    );
    if (owner !== userId) throw new AppError('otp_invalid');
    return await deps.db.$transaction(async (tx) => {
      await useCode(tx, codeId, deps);
      return goOn(tx);
    });
  } catch (error) {
    const isWrong =
      error instanceof AppError && (error.code === 'otp_invalid' || error.code === 'otp_expired');
    if (!isWrong) throw error;
    throw new AppError(error.code, { errors: { code: error.message } });
  }
}

async function assertPassword(userId: string, password: string, deps: ProofDeps): Promise<void> {
  const state = await findTwoFactor(deps.db, userId);
  if (!(await deps.passwords.matches(password, state.passwordHash, { isRecognized: true })))
    throw refused('password', 'This is not your password. Please try again.');
  if (secondFactorsOf(state).length > 0)
    throw refused('password', 'Two-factor sign-in is on. Please confirm with your app or a recovery code.');
}

/** A 401 would say that the session has ended. */
function refused(field: string, message: string): AppError {
  return new AppError('validation_failed', { message, errors: { [field]: message } });
}
