import { AppError, type Body, type ProofMethod, type proofEndpoints } from '@picksync/contracts';
import type { Database } from '@picksync/db';
import type { Caller } from '../../http/caller.ts';
import { takeTry } from '../../throttle.ts';
import type { AuthThrottles } from '../auth/auth-throttles.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { setProven } from '../sessions/sessions.store.ts';
import { replaceToken, type SessionDeps } from '../sessions/sessions.ts';
import { findProofs } from './proof.store.ts';

export type ProofDeps = SessionDeps & {
  db: Database['prisma'];
  passwords: Passwords;
  throttles: Pick<AuthThrottles, 'proofs'>;
};

export type ProofInput = {
  proof: Body<typeof proofEndpoints.prove>;
  /** Of the session, where the request has it. */
  cookie: string | undefined;
};

/** Returns what the account of a user can prove itself with. */
export async function proofMethodsOf(userId: string, { db }: ProofDeps): Promise<ProofMethod[]> {
  const { passwordHash } = await findProofs(db, userId);
  return passwordHash === null ? [] : ['password'];
}

/**
 * Notes that the person of a session has proved again who they are. Returns the session's new cookie; null when it keeps the
 * one it has.
 */
export async function prove(
  { session, user }: Caller,
  { proof, cookie }: ProofInput,
  deps: ProofDeps,
): Promise<string | null> {
  await takeTry(deps.throttles.proofs, user.id);
  await assertProof(user.id, proof, deps);
  await deps.throttles.proofs.clear(user.id);
  return deps.db.$transaction(async (tx) => {
    await setProven(tx, { id: session.id, provenAt: deps.now() });
    return replaceToken({ session, cookie }, { ...deps, db: tx });
  });
}

async function assertProof(userId: string, proof: ProofInput['proof'], deps: ProofDeps): Promise<void> {
  const { passwordHash } = await findProofs(deps.db, userId);
  const isRight = await deps.passwords.matches(proof.password, passwordHash);
  if (!isRight) throw wrong('password', 'This is not your password. Please try again.');
}

/** A 401 would say that the session has ended. */
function wrong(field: string, message: string): AppError {
  return new AppError('validation_failed', { message, errors: { [field]: message } });
}
