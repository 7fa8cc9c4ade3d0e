import { AppError } from '@picksync/contracts';
import type { CodePurpose, Db } from '@picksync/db';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { claimCode, createCode, findOpenLink, voidLinks } from './one-time-codes.store.ts';

export type LinkDeps = {
  keyedHash: KeyedHash;
  newId: () => string;
  newSecret: () => string;
  now: () => Date;
};

/** What the token of a link is good for. */
type LinkPurpose = Extract<CodePurpose, 'verify_email' | 'reset_password'>;

export const linkMinutes = 60;

/**
 * Returns the token in the link of a mail: 256 bits, derived from the id of the code's row as its digits are, so that
 * nothing readable is stored for the job that writes the mail.
 */
export function linkTokenOf(codeId: string, { keyedHash }: Pick<LinkDeps, 'keyedHash'>): string {
  return keyedHash('link-in-mail', codeId);
}

/** Returns the hash under which a token is stored. */
export function linkTokenHash(token: string, { keyedHash }: Pick<LinkDeps, 'keyedHash'>): string {
  return keyedHash('reset-link', token);
}

/** Creates a token that lets its holder choose the password of a user, once, within an hour. Voids the ones before. */
export async function issueResetLink(db: Db, userId: string, deps: LinkDeps): Promise<string> {
  const at = deps.now();
  const token = deps.newSecret();
  await voidLinks(db, { userId, purpose: 'reset_password', at });
  await createCode(db, {
    id: deps.newId(),
    userId,
    purpose: 'reset_password',
    kind: 'link',
    codeHash: linkTokenHash(token, deps),
    createdAt: at,
    expiresAt: new Date(at.getTime() + linkMinutes * 60_000),
  });
  return token;
}

/** Returns the link of a token, with its user, without using it. Throws `link_invalid` or `link_expired`. */
export async function findLink(
  db: Db,
  { token, purpose }: { token: string; purpose: LinkPurpose },
  deps: LinkDeps,
): Promise<{ id: string; user: { id: string; email: string; isVerified: boolean } }> {
  const link = await findOpenLink(db, { tokenHash: linkTokenHash(token, deps), purpose });
  if (!link?.user) throw new AppError('link_invalid');
  if (link.expiresAt <= deps.now()) throw new AppError('link_expired');
  return { id: link.id, user: link.user };
}

/** Uses up a link, in the transaction of what it was for. Throws `link_invalid` when it is used already. */
export async function useLink(db: Db, id: string, { now }: LinkDeps): Promise<void> {
  if (!(await claimCode(db, { id, at: now() }))) throw new AppError('link_invalid');
}
