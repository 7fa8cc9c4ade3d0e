import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@picksync/contracts';
import type { EmailChange } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { findChange } from './email-change.store.ts';

export type ChangeAct = 'confirm' | 'undo';

function signAct(context: Context, { id, act }: { id: string; act: ChangeAct }): string {
  return context.keyedHash('email-change', `${act} ${id}`);
}

/**
 * Returns the token of a mail about a change. It is derived, so that nothing readable is stored in the database for the
 * mail's job.
 */
export function changeToken(context: Context, of: { id: string; act: ChangeAct }): string {
  return `${of.id}.${signAct(context, of)}`;
}

const uuid = /^[0-9a-f-]{36}$/;

/**
 * Returns the change that a token is about and what it does with it, when that can still be done. Throws `link_invalid` or
 * `link_expired`.
 */
export async function changeOfToken(
  context: Context,
  token: string,
): Promise<{ change: EmailChange; act: ChangeAct }> {
  const [id = '', signature = ''] = token.split('.');
  const change = uuid.test(id) ? await findChange(context.db, id) : null;
  if (!change || change.endedAt !== null) throw new AppError('link_invalid');
  const act = change.confirmedAt === null ? 'confirm' : 'undo';
  const given = Buffer.from(signature);
  const expected = Buffer.from(signAct(context, { id, act }));
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('link_invalid');
  if (change.expiresAt <= context.now()) throw new AppError('link_expired');
  return { change, act };
}
