import type { Db } from '@picksync/db';
import { passwordChangedMail } from '../../mail/password-changed.mail.ts';
import type { RenderedMail } from '../../mail/render-mail.ts';
import { findAddress } from './users.store.ts';

/** Writes the mail that tells a user of the new password; null when the user is gone. */
export async function passwordChangedMailFor(
  userId: string,
  { db, publicOrigin }: { db: Db; publicOrigin: string },
): Promise<(RenderedMail & { to: string }) | null> {
  const email = await findAddress(db, userId);
  return email === null ? null : { to: email, ...passwordChangedMail({ origin: publicOrigin }) };
}
