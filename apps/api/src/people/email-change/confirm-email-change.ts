import { AppError } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { takeTry } from '../../base/throttle.ts';
import type { Caller } from '../../http/caller.ts';
import { voidAll } from '../one-time-codes/one-time-codes.store.ts';
import { replaceToken } from '../sessions/sessions.ts';
import { keepSpentOffers } from '../spent-offers/spent-offers.ts';
import { findTwoFactor } from '../two-factor/two-factor.store.ts';
import { lockAddress, lockCredentials } from '../users/users.store.ts';
import { type ChangeAct, changeOfToken } from './change-tokens.ts';
import { claimConfirmation, isAddressTaken, setAddress } from './email-change.store.ts';

export const undoDays = 7;

const wrongPassword = 'This is not your password. Please try again.';

/** What the holder of the link has to give: see the contract. */
type NeededProof = 'nothing' | 'password' | 'login';

/** Returns what the link of a mail leads to. */
export async function readChangeLink(
  context: Context,
  { token, caller }: { token: string; caller: Caller | null },
): Promise<{ act: ChangeAct; from: string; to: string; asks: NeededProof }> {
  const { change, act } = await changeOfToken(context, token);
  if (act === 'undo') return { act, from: change.newEmail, to: change.oldEmail, asks: 'nothing' };
  const asks = await neededProof(context, change.userId, caller);
  return { act, from: change.oldEmail, to: change.newEmail, asks };
}

async function neededProof(context: Context, userId: string, caller: Caller | null): Promise<NeededProof> {
  if (caller?.user.id === userId) return 'nothing';
  const { passwordHash, totpEnabledAt } = await findTwoFactor(context.db, userId);
  return passwordHash === null || totpEnabledAt !== null ? 'login' : 'password';
}

type Confirmation = {
  token: string;
  password: string | undefined;
  caller: Caller | null;
  /** Of the caller's session, where the request has it. */
  cookie: string | undefined;
  ipAddress: string;
};

/**
 * Changes the address of a user by the link in the mail to the new one. It also needs a login or the password: a
 * mistyped address is somebody else's, who would get the account by the link alone. The old address gets a mail by
 * which the change can be undone. Sessions and linked providers stay; codes and links that were sent to the old address
 * are void. Returns the session's new cookie as well; null when it keeps the one it has.
 */
export async function confirmEmailChange(
  context: Context,
  { token, password, caller, cookie, ipAddress }: Confirmation,
): Promise<{ message: string; cookie: string | null }> {
  const { change, act } = await changeOfToken(context, token);
  if (act !== 'confirm') throw new AppError('link_invalid');
  const { id, userId, oldEmail, newEmail } = change;
  await assertOwner(context, { userId, caller, password });
  const at = context.now();
  const renewed = await context.db.$transaction(async (tx) => {
    await lockAddress(tx, newEmail);
    if (!(await lockCredentials(tx, userId))) throw new AppError('link_invalid');
    const expiresAt = new Date(at.getTime() + undoDays * 24 * 60 * 60_000);
    if (!(await claimConfirmation(tx, { id, at, expiresAt }))) throw new AppError('link_invalid');
    // Somebody has registered and verified the address since: that account is not touched.
    if (await isAddressTaken(tx, newEmail)) throw new AppError('link_invalid');
    // Whoever registers the address that is given up, or a variant of the new one, gets no second trial.
    for (const email of [oldEmail, newEmail]) await keepSpentOffers(context, tx, { userId, email, at });
    await setAddress(tx, { userId, email: newEmail });
    await voidAll(tx, { userId, purposes: ['verify_email', 'reset_password'], at });
    await recordAudit(tx, { userId, action: 'email_changed', network: ipAddress, at });
    await context.sendMailLater(tx, { mail: 'email_changed', emailChangeId: id });
    const session = caller?.user.id === userId ? caller.session : undefined;
    return session ? replaceToken({ ...context, db: tx }, { session, cookie }) : null;
  });
  return { message: `Your address is ${newEmail} from now on.`, cookie: renewed };
}

type Claimed = { userId: string; caller: Caller | null; password: string | undefined };

/** Throws `forbidden` where somebody has to log in first, and `validation_failed` at the password. */
async function assertOwner(context: Context, { userId, caller, password }: Claimed): Promise<void> {
  const needed = await neededProof(context, userId, caller);
  if (needed === 'nothing') return;
  if (needed === 'login') {
    const message = 'Please log in to your account in this browser first, and open the link again.';
    throw new AppError('forbidden', { message });
  }
  if (password === undefined)
    throw new AppError('validation_failed', { errors: { password: 'Please enter your password' } });
  await takeTry(context.throttles.proofs, userId);
  const { passwordHash } = await findTwoFactor(context.db, userId);
  if (!(await context.passwords.matches(password, passwordHash)))
    throw new AppError('validation_failed', { errors: { password: wrongPassword } });
  await context.throttles.proofs.clear(userId);
}
