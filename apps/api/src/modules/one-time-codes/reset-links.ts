import { AppError } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { KeyedHash } from '../../keyed-hash.ts';
import { claimCode, createCode, findOpenLink, voidLinks } from './one-time-codes.store.ts';

export type ResetLinkDeps = {
  keyedHash: KeyedHash;
  newId: () => string;
  newSecret: () => string;
  now: () => Date;
};

const purpose = 'reset_password';
const linkMs = 60 * 60_000;

function hashOf(token: string, { keyedHash }: ResetLinkDeps) {
  return keyedHash('reset-link', token);
}

/** Creates a token that lets its holder choose the password of a user, once, within an hour. Voids the ones before. */
export async function issueResetLink(db: Db, userId: string, deps: ResetLinkDeps): Promise<string> {
  const at = deps.now();
  const token = deps.newSecret();
  await voidResetLinks(db, userId, deps);
  await createCode(db, {
    id: deps.newId(),
    userId,
    purpose,
    kind: 'link',
    codeHash: hashOf(token, deps),
    createdAt: at,
    expiresAt: new Date(at.getTime() + linkMs),
  });
  return token;
}

/** Returns the link that a token opens, with its user, without using it. Throws `link_invalid` or `link_expired`. */
export async function findResetLink(
  db: Db,
  token: string,
  deps: ResetLinkDeps,
): Promise<{ id: string; user: { id: string; email: string } }> {
  const link = await findOpenLink(db, { codeHash: hashOf(token, deps), purpose });
  if (!link?.user) throw new AppError('link_invalid');
  if (link.expiresAt <= deps.now()) throw new AppError('link_expired');
  return { id: link.id, user: link.user };
}

/** Uses up a link, in the transaction of what it was for. Throws `link_invalid` when it is used already. */
export async function useResetLink(db: Db, id: string, { now }: ResetLinkDeps): Promise<void> {
  if (!(await claimCode(db, { id, at: now() }))) throw new AppError('link_invalid');
}

/** Voids every open link of a user. */
export async function voidResetLinks(db: Db, userId: string, { now }: ResetLinkDeps): Promise<void> {
  await voidLinks(db, { userId, purpose, at: now() });
}
