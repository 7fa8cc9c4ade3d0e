import { AppError } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { issueCode } from '../one-time-codes/one-time-codes.ts';
import { takeMail } from '../users/auth-throttles.ts';
import { lockAddress } from '../users/users.store.ts';
import { listProofMethods } from './prove.ts';

/** Mails a code for a proof; it voids the one before. Throws `forbidden` where the account has a stronger way. */
export async function sendProofCode(
  context: Context,
  {
    id: userId,
    email,
    sessionId,
    ipAddress,
  }: { id: string; email: string; sessionId: string; ipAddress: string },
): Promise<void> {
  const methods = await listProofMethods(context, userId);
  if (!methods.includes('email_code'))
    throw new AppError('forbidden', { message: 'Please confirm in the way your account is set up for.' });
  await takeMail(context.throttles, { email, ipAddress, countedApartAs: sessionId });
  await context.db.$transaction(async (tx) => {
    await lockAddress(tx, email);
    const codeId = await issueCode(context, tx, { userId, email, purpose: 'prove' });
    await context.sendMailLater(tx, { mail: 'proof_code', codeId });
  });
}
