import { AppError, type Parsed, type ProofMethod, type proofEndpoints } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Caller } from '../../http/caller.ts';
import { takeTry } from '../../throttle.ts';
import type { AuthThrottles } from '../auth/auth-throttles.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { setProven } from '../sessions/sessions.store.ts';
import { replaceToken, type SessionDeps } from '../sessions/sessions.ts';
import {
  type SecondFactorDeps,
  secondFactorsOf,
  takeSecondFactor,
} from '../two-factor/take-second-factor.ts';
import { findTwoFactor } from '../two-factor/two-factor.store.ts';

export type ProofDeps = SessionDeps &
  SecondFactorDeps & {
    passwords: Passwords;
    throttles: Pick<AuthThrottles, 'proofs' | 'secondFactors'>;
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
  const hasMethod = { passkey: state.passkeys > 0, password: state.passwordHash !== null };
  return (['passkey', 'password'] as const).filter((method) => hasMethod[method]);
}

/**
 * Notes that the person of a session has proved again who they are. Returns the session's new cookie; null when it keeps the
 * one it has.
 */
export async function prove(
  { session, user: { id: userId } }: Caller,
  { proof, ipAddress, cookie, browser }: ProofInput,
  deps: ProofDeps,
): Promise<string | null> {
  const renew = async (tx: Db) => {
    await setProven(tx, { id: session.id, provenAt: deps.now() });
    return replaceToken({ session, cookie }, { ...deps, db: tx });
  };
  if (proof.method !== 'password')
    return takeSecondFactor({ userId, factor: proof, ipAddress, browser }, renew, deps);
  await takeTry(deps.throttles.proofs, userId);
  await assertPassword(userId, proof.password, deps);
  await deps.throttles.proofs.clear(userId);
  return deps.db.$transaction(renew);
}

async function assertPassword(userId: string, password: string, deps: ProofDeps): Promise<void> {
  const state = await findTwoFactor(deps.db, userId);
  if (!(await deps.passwords.matches(password, state.passwordHash)))
    throw wrongPassword('This is not your password. Please try again.');
  if (secondFactorsOf(state).length > 0)
    throw wrongPassword('Two-factor sign-in is on. Please confirm with your app or a recovery code.');
}

/** A 401 would say that the session has ended. */
function wrongPassword(message: string): AppError {
  return new AppError('validation_failed', { message, errors: { password: message } });
}
