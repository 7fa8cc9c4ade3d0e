import { AppError, type Parsed, type StepUpMethod, type stepUpEndpoints } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';
import type { Caller } from '../../http/caller.ts';
import { checkCode, issueCode, useCode } from '../one-time-codes/one-time-codes.ts';
import { updateSession } from '../sessions/sessions.store.ts';
import { replaceToken } from '../sessions/sessions.ts';
import { listSecondFactors, takeSecondFactor } from '../two-factor/take-second-factor.ts';
import { findTwoFactor } from '../two-factor/two-factor.store.ts';
import { limitMails } from '../users/limit-mails.ts';
import { lockAddress } from '../users/users.store.ts';

export type StepUpInput = {
  stepUp: Parsed<typeof stepUpEndpoints.prove>['body'];
  ipAddress: string;
  /** Of the session, where the request has it. */
  cookie: string | undefined;
  /** The secret of the browser that a passkey was used in. */
  browser: string | undefined;
};

/** Returns what the account of a user can prove itself with. */
export async function listStepUpMethods(context: Context, userId: string): Promise<StepUpMethod[]> {
  const state = await findTwoFactor(context.db, userId);
  const factors = listSecondFactors(state);
  if (factors.length > 0) return factors;
  const passkey = state.passkeys > 0 ? (['passkey'] as const) : [];
  return [...passkey, state.passwordHash === null ? 'email_code' : 'password'];
}

const otherWay = 'Please confirm in the way your account is set up for.';

/** Mails a code for a step-up; it voids the one before. Throws `forbidden` where the account has a stronger way. */
export async function sendStepUpCode(
  context: Context,
  { user: { id: userId, email }, session }: Caller,
  ipAddress: string,
): Promise<void> {
  const methods = await listStepUpMethods(context, userId);
  if (!methods.includes('email_code')) throw new AppError('forbidden', { message: otherWay });
  await limitMails(context.throttles, { email, ipAddress, countedApartAs: session.id });
  await context.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const codeId = await issueCode(context, tx, { userId, email, purpose: 'prove' });
    await context.sendMailLater(tx, { mail: 'proof_code', codeId });
  });
}

/**
 * Records that the user of a session has proved again who they are. Returns the session's new cookie; null when it
 * keeps the one it has. Throws `unauthenticated` without the cookie: a bearer value carries no step-up from after it was issued.
 */
export async function prove(
  context: Context,
  { session, user: { id: userId, email } }: Caller,
  { stepUp, ipAddress, cookie, browser }: StepUpInput,
): Promise<string | null> {
  if (cookie === undefined) throw new AppError('unauthenticated');
  const renew = async (tx: Tx) => {
    await updateSession(tx, session.id, { provenAt: context.now() });
    return replaceToken({ ...context, db: tx }, { session, cookie });
  };
  if (stepUp.method !== 'password' && stepUp.method !== 'email_code')
    return takeSecondFactor(
      context,
      { userId, factor: stepUp, ipAddress, browser, countedApartAs: session.id },
      renew,
    );
  // Counted per session, so that a stolen one cannot use up the tries of another.
  await consumeTry(context.throttles.stepUps, session.id);
  if (stepUp.method === 'email_code') {
    const proven = await takeEmailCode(context, { userId, email, code: stepUp.code }, renew);
    await context.throttles.stepUps.clear(session.id);
    return proven;
  }
  await assertPassword(context, userId, stepUp.password);
  await context.throttles.stepUps.clear(session.id);
  return context.db.$transaction(renew);
}

/** Uses up the code of a mail and does what it was given for, both or neither. Tries are counted in the code's row. */
async function takeEmailCode<T>(
  context: Context,
  { userId, email, code }: { userId: string; email: string; code: string },
  goOn: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!(await listStepUpMethods(context, userId)).includes('email_code')) throw refused('code', otherWay);
  try {
    const tried = { email, purpose: 'prove', digits: code } as const;
    const { codeId, userId: owner } = await checkCode(context, context.db, tried);
    if (owner !== userId) throw new AppError('otp_invalid');
    return await context.db.$transaction(async (tx) => {
      await useCode(context, tx, codeId);
      return goOn(tx);
    });
  } catch (error) {
    const isWrong =
      error instanceof AppError && (error.code === 'otp_invalid' || error.code === 'otp_expired');
    if (!isWrong) throw error;
    throw new AppError(error.code, { errors: { code: error.message } });
  }
}

async function assertPassword(context: Context, userId: string, password: string): Promise<void> {
  const state = await findTwoFactor(context.db, userId);
  if (!(await context.passwords.matches(password, state.passwordHash, { isRecognized: true })))
    throw refused('password', 'This is not your password. Please try again.');
  if (listSecondFactors(state).length > 0)
    throw refused('password', 'Two-factor sign-in is on. Please confirm with your app or a recovery code.');
}

/** A 401 would say that the session has ended. */
function refused(field: string, message: string): AppError {
  return new AppError('validation_failed', { message, errors: { [field]: message } });
}
