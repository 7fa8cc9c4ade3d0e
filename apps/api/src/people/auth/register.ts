import { trialEnd, trialLimit } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { issueCode } from '../one-time-codes/one-time-codes.ts';
import { limitMails } from '../users/limit-mails.ts';
import { limitNewPasswords } from '../users/limit-new-passwords.ts';
import { findUserByEmail, lockAddress, saveUnverifiedUser } from '../users/users.store.ts';
import { createPasswordProof } from './verify-email.ts';

export type RegisterInput = {
  email: string;
  password: string;
  ipAddress: string;
  /** Called with the proof that this browser gave this password. */
  keepPasswordProof?: (proof: string) => void;
};

/**
 * Creates an unverified account, and returns the same for an address that has one. Registering again before the address is
 * verified replaces the password, which only counts if the code is typed in the browser that keeps its proof. The owner of
 * a verified account gets a mail, and nothing changes. The same statements run in every case, so that their time does not
 * show which case it is.
 */
export async function register(
  context: Context,
  { email, password, ipAddress, keepPasswordProof }: RegisterInput,
): Promise<{ message: string }> {
  await limitNewPasswords(context.throttles, { email, ipAddress });
  await context.passwordStrength.assertNotGuessable({ password, email });
  await limitMails(context.throttles, { email, ipAddress });
  const passwordHash = await context.passwords.hash(password);
  const at = context.now();
  const trial = { trialStartDate: at, trialEndDate: trialEnd(at), maxConfigurations: trialLimit };
  await context.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const { id: userId, isVerified } = await saveUnverifiedUser(tx, { email, passwordHash, ...trial });
    const codeId = await issueCode(context, tx, { userId, email, purpose: 'verify_email' });
    await context.sendMailLater(tx, { mail: 'verify_email', codeId });
    const action = isVerified ? 'registration_refused' : 'registered';
    await recordAudit(tx, { userId, action, network: ipAddress, at });
  });
  keepPasswordProof?.(createPasswordProof({ email, passwordHash }, context.keyedHash));
  return {
    message: 'Almost done. Enter the code from our mail, or open its link.',
  };
}

/** Sends a new code, which voids the one before. Does and returns the same for an address without an account. */
export async function resendVerification(
  context: Context,
  { email, ipAddress }: { email: string; ipAddress: string },
): Promise<{ message: string }> {
  await limitMails(context.throttles, { email, ipAddress });
  await context.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const user = await findUserByEmail(tx, email);
    const userId = user?.id ?? null;
    const codeId = await issueCode(context, tx, { userId, email, purpose: 'verify_email' });
    await context.sendMailLater(tx, { mail: 'verify_email', codeId });
  });
  return { message: 'If this address belongs to an account, we sent a new code to it.' };
}
