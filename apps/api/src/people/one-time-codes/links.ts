import { AppError } from '@picksync/contracts';
import type { CodePurpose, Db } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { claimCode, createCode, findOpenLink, voidLinks } from './one-time-codes.store.ts';

/** What the token of a link is good for. */
type LinkPurpose = Extract<CodePurpose, 'verify_email' | 'reset_password'>;

export const linkMinutes = 60;

/**
 * Returns the token in the link of a mail: 256 bits, derived from the id of the code's row as its digits are, so that
 * nothing readable is stored for the job that writes the mail.
 */
export function getLinkToken(context: Pick<Context, 'keyedHash'>, codeId: string): string {
  return context.keyedHash('link-in-mail', codeId);
}

/** Returns the hash under which a token is stored. */
export function linkTokenHash(context: Pick<Context, 'keyedHash'>, token: string): string {
  return context.keyedHash('reset-link', token);
}

/** Creates a token that lets its holder choose the password of a user, once, within an hour. Voids the ones before. */
export async function issueResetLink(context: Context, db: Db, userId: string): Promise<string> {
  const at = context.now();
  const token = context.newSecret();
  await voidLinks(db, { userId, purpose: 'reset_password', at });
  await createCode(db, {
    id: context.newId(),
    userId,
    purpose: 'reset_password',
    kind: 'link',
    codeHash: linkTokenHash(context, token),
    createdAt: at,
    expiresAt: new Date(at.getTime() + linkMinutes * 60_000),
  });
  return token;
}

/** Returns the link of a token, with its user, without using it. Throws `link_invalid` or `link_expired`. */
export async function findLink(
  context: Context,
  db: Db,
  { token, purpose }: { token: string; purpose: LinkPurpose },
): Promise<{ id: string; user: { id: string; email: string; isVerified: boolean } }> {
  const link = await findOpenLink(db, { tokenHash: linkTokenHash(context, token), purpose });
  if (!link?.user) throw new AppError('link_invalid');
  if (link.expiresAt <= context.now()) throw new AppError('link_expired');
  return { id: link.id, user: link.user };
}

/** Uses up a link, in the transaction of what it was for. Throws `link_invalid` when it is used already. */
export async function useLink(context: Context, db: Db, id: string): Promise<void> {
  if (!(await claimCode(db, { id, at: context.now() }))) throw new AppError('link_invalid');
}
