import { AppError } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Caller } from '../../http/caller.ts';
import type { Mailer } from '../../mail/postmark.ts';
import { clearUndeliverable } from './mail-address.store.ts';

export type ConfirmAddressDeps = { db: Db; mailer: Mailer; now: () => Date };

/**
 * Reactivates the user's address after mail to it came back. The provider refuses when the reader marked a mail as
 * spam.
 */
export async function confirmAddress(
  { user }: Caller,
  deps: ConfirmAddressDeps,
): Promise<{ message: string }> {
  if (user.mailProblem === 'complaint') {
    throw new AppError('forbidden', {
      message:
        'A mail of ours was marked as spam there, so nothing more is sent to it. Please change your email address, or write to support.',
    });
  }
  if (user.mailProblem) {
    await deps.mailer.reactivate(user.email).catch((cause: unknown) => {
      throw new AppError('unavailable', { cause });
    });
    await clearUndeliverable(deps.db, { userId: user.id, at: deps.now() });
  }
  return { message: 'Thank you. Mail is sent to your address again.' };
}
