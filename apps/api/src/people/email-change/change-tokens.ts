import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@picksync/contracts';
import type { Db, EmailChange } from '@picksync/db';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { findChange } from './email-change.store.ts';

export type ChangeAct = 'confirm' | 'undo';

type TokenDeps = { keyedHash: KeyedHash };

function signatureOf({ id, act }: { id: string; act: ChangeAct }, { keyedHash }: TokenDeps): string {
  return keyedHash('email-change', `${act} ${id}`);
}

/**
 * Returns the token of a mail about a change. It is derived, so that nothing readable is stored in the database for the
 * mail's job.
 */
export function changeToken(of: { id: string; act: ChangeAct }, deps: TokenDeps): string {
  return `${of.id}.${signatureOf(of, deps)}`;
}

const uuid = /^[0-9a-f-]{36}$/;

/**
 * Returns the change that a token is about and what it does with it, when that can still be done. Throws `link_invalid` or
 * `link_expired`.
 */
export async function changeOfToken(
  token: string,
  { db, keyedHash, now }: TokenDeps & { db: Db; now: () => Date },
): Promise<{ change: EmailChange; act: ChangeAct }> {
  const [id = '', signature = ''] = token.split('.');
  const change = uuid.test(id) ? await findChange(db, id) : null;
  if (!change || change.endedAt !== null) throw new AppError('link_invalid');
  const act = change.confirmedAt === null ? 'confirm' : 'undo';
  const given = Buffer.from(signature);
  const expected = Buffer.from(signatureOf({ id, act }, { keyedHash }));
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('link_invalid');
  if (change.expiresAt <= now()) throw new AppError('link_expired');
  return { change, act };
}
