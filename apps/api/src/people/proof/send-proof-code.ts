import { AppError } from '@picksync/contracts';
import type { SendMailLater } from '../../base/send-mail-later.ts';
import { issueCode } from '../one-time-codes/one-time-codes.ts';
import { type AuthThrottles, takeMail } from '../users/auth-throttles.ts';
import { lockAddress } from '../users/users.store.ts';
import { type ProofDeps, proofMethodsOf } from './prove.ts';

export type SendProofCodeDeps = Omit<ProofDeps, 'throttles'> & {
  throttles: AuthThrottles;
  sendMailLater: SendMailLater;
};

/** Mails a code for a proof; it voids the one before. Throws `forbidden` where the account has a stronger way. */
export async function sendProofCode(
  {
    id: userId,
    email,
    sessionId,
    ipAddress,
  }: { id: string; email: string; sessionId: string; ipAddress: string },
  deps: SendProofCodeDeps,
): Promise<void> {
  const methods = await proofMethodsOf(userId, deps);
  if (!methods.includes('email_code'))
    throw new AppError('forbidden', { message: 'Please confirm in the way your account is set up for.' });
  await takeMail(deps.throttles, { email, ipAddress, countedApartAs: sessionId });
  await deps.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const codeId = await issueCode(tx, { userId, email, purpose: 'prove' }, deps);
    await deps.sendMailLater(tx, { mail: 'proof_code', codeId });
  });
}
