import { AppError } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import type { Caller } from '../../http/caller.ts';
import { clearUndeliverable } from './mail-address.store.ts';

/**
 * Reactivates the user's address after mail to it came back. The provider refuses when the reader marked a mail as
 * spam.
 */
export async function confirmAddress(context: Context, { user }: Caller): Promise<{ message: string }> {
  if (user.mailProblem === 'complaint') {
    throw new AppError('forbidden', {
      message:
        'A mail of ours was marked as spam there, so nothing more is sent to it. Please change your email address, or write to support.',
    });
  }
  if (user.mailProblem) {
    await context.mailer.reactivate(user.email).catch((cause: unknown) => {
      throw new AppError('unavailable', { cause });
    });
    await clearUndeliverable(context.db, { userId: user.id, at: context.now() });
  }
  return { message: 'Thank you. Mail is sent to your address again.' };
}
