import { AppError } from '@picksync/contracts';
import type { EmailChange } from '@picksync/db';
import { type ActingSession, assertGoesOn } from '../../base/acting-session.ts';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { consumeTry } from '../../base/throttle.ts';
import type { Caller } from '../../http/caller.ts';
import { stopSending } from '../notice-channels/stop-sending.ts';
import { voidAll } from '../one-time-codes/one-time-codes.store.ts';
import { issueResetLink } from '../one-time-codes/one-time-codes.ts';
import { forgetOtherBrowsers } from '../recognized-devices/recognized-devices.ts';
import { deleteAllSessions } from '../sessions/sessions.store.ts';
import { replaceToken } from '../sessions/sessions.ts';
import { keepSpentOffers } from '../spent-offers/spent-offers.ts';
import { findTwoFactor } from '../two-factor/two-factor.store.ts';
import { limitMails } from '../users/limit-mails.ts';
import { lockAddress, lockCredentials } from '../users/users.store.ts';
import {
  claimConfirmation,
  claimUndo,
  endPendingChange,
  findChange,
  isAddressTaken,
  removeSignInMethods,
  setAddress,
} from './email-change.store.ts';

const dayMs = 24 * 60 * 60_000;
export const undoDays = 7;
/** Passkeys, keys and a second factor that were added within this time before the change may be the same intruder's. */
const visitMs = 7 * dayMs;

/**
 * Begins a change of a user's address: the new one gets a mail with a link, and the old one is informed. Nothing
 * changes until the link is followed. An address that has an account gets the same reply, and a mail about it.
 */
export async function requestEmailChange(
  context: Context,
  { userId, session, newEmail, ipAddress }: ActingSession & { newEmail: string; ipAddress: string },
): Promise<{ message: string }> {
  await consumeTry(context.throttles.emailChanges, userId);
  await limitMails(context.throttles, { email: newEmail, ipAddress });
  await context.db.$transaction(async (tx) => {
    const user = await lockCredentials(tx, userId);
    if (!user) throw new AppError('unauthenticated');
    await assertGoesOn({ ...context, db: tx }, { userId, session });
    if (user.email === newEmail)
      throw new AppError('validation_failed', { errors: { email: 'This is your address already' } });
    const at = context.now();
    const id = context.newId();
    const times = { createdAt: at, expiresAt: new Date(at.getTime() + dayMs) };
    await endPendingChange(tx, { userId, at });
    await tx.emailChange.create({ data: { id, userId, oldEmail: user.email, newEmail, ...times } });
    await recordAudit(tx, { userId, action: 'email_change_requested', network: ipAddress, at });
    await context.sendMailLater(tx, { mail: 'confirm_email_change', emailChangeId: id });
    await context.sendMailLater(tx, { mail: 'email_change_requested', emailChangeId: id });
  });
  return { message: `We have written to ${newEmail}. Open the link in that mail to change to it.` };
}

/** Cancels the pending change. Doing it twice is not an error. */
export async function cancelEmailChange(context: Context, userId: string) {
  await endPendingChange(context.db, { userId, at: context.now() });
  return { message: 'The change is canceled. Your address stays as it is.' };
}

const acts = ['confirm', 'undo'] as const;
type ChangeAct = (typeof acts)[number];

/**
 * Returns the token of a mail about a change. It is derived, so that nothing readable is stored in the database for the
 * mail's job.
 */
export function changeToken(context: Context, { id, act }: { id: string; act: ChangeAct }): string {
  return `${id}.${context.keyedHash('email-change', `${act} ${id}`)}`;
}

/**
 * Returns the change that a token is about and what it does with it, when that can still be done. Throws `link_invalid` or
 * `link_expired`.
 */
async function changeOfToken(
  context: Context,
  token: string,
): Promise<{ change: EmailChange; act: ChangeAct }> {
  const [id = '', signature = ''] = token.split('.');
  // Before the database is asked: what nobody has signed need not be an id.
  const act = acts.find((one) => context.keyedHash.matches(signature, 'email-change', `${one} ${id}`));
  const change = act ? await findChange(context.db, id) : null;
  if (!act || !change || change.endedAt !== null) throw new AppError('link_invalid');
  if (act !== (change.confirmedAt === null ? 'confirm' : 'undo')) throw new AppError('link_invalid');
  if (change.expiresAt <= context.now()) throw new AppError('link_expired');
  return { change, act };
}

/** What the holder of the link has to give: see the contract. */
type NeededProof = 'nothing' | 'password' | 'login';

/** Returns what the link of a mail leads to. */
export async function readChangeLink(
  context: Context,
  { token, caller }: { token: string; caller: Caller | null },
): Promise<{ act: ChangeAct; from: string; to: string; asks: NeededProof }> {
  const { change, act } = await changeOfToken(context, token);
  if (act === 'undo') return { act, from: change.newEmail, to: change.oldEmail, asks: 'nothing' };
  const asks = await getNeededProof(context, change.userId, caller);
  return { act, from: change.oldEmail, to: change.newEmail, asks };
}

async function getNeededProof(context: Context, userId: string, caller: Caller | null): Promise<NeededProof> {
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
    const session = caller?.user.id === userId ? caller.session : undefined;
    // It stands for the login that the change asks for.
    if (session) await assertGoesOn({ ...context, db: tx }, { userId, session });
    const expiresAt = new Date(at.getTime() + undoDays * dayMs);
    if (!(await claimConfirmation(tx, { id, at, expiresAt }))) throw new AppError('link_invalid');
    // Somebody has registered and verified the address since: that account is not touched.
    if (await isAddressTaken(tx, newEmail)) throw new AppError('link_invalid');
    // Whoever registers the address that is given up, or a variant of the new one, gets no second trial.
    for (const email of [oldEmail, newEmail]) await keepSpentOffers(context, tx, { userId, email, at });
    await setAddress(tx, { userId, email: newEmail });
    await voidAll(tx, { userId, at });
    await recordAudit(tx, { userId, action: 'email_changed', network: ipAddress, at });
    await context.sendMailLater(tx, { mail: 'email_changed', emailChangeId: id });
    return session ? replaceToken({ ...context, db: tx }, { session, cookie }) : null;
  });
  return { message: `Your address is ${newEmail} from now on.`, cookie: renewed };
}

type Claimed = { userId: string; caller: Caller | null; password: string | undefined };

/** Throws `forbidden` where somebody has to log in first, and `validation_failed` at the password. */
async function assertOwner(context: Context, { userId, caller, password }: Claimed): Promise<void> {
  const needed = await getNeededProof(context, userId, caller);
  if (needed === 'nothing') return;
  if (needed === 'login') {
    const message = 'Please log in to your account in this browser first, and open the link again.';
    throw new AppError('forbidden', { message });
  }
  if (password === undefined)
    throw new AppError('validation_failed', { errors: { password: 'Please enter your password' } });
  await consumeTry(context.throttles.stepUps, userId);
  const { passwordHash } = await findTwoFactor(context.db, userId);
  if (!(await context.passwords.matches(password, passwordHash)))
    throw new AppError('validation_failed', {
      errors: { password: 'This is not your password. Please try again.' },
    });
  await context.throttles.stepUps.clear(userId);
}

/**
 * Undoes a change of address, by the link in the mail to the old one. An intruder may have made the change, know the
 * password and have added ways in: every session ends, the password, the linked providers and everything that was added
 * lately are removed, and the returned token sets a new password. An older second factor stays: reading the mail alone
 * does not get past it.
 */
export async function undoEmailChange(
  context: Context,
  { token, ipAddress }: { token: string; ipAddress: string },
): Promise<{ message: string; passwordToken: string }> {
  const { change, act } = await changeOfToken(context, token);
  if (act !== 'undo') throw new AppError('link_invalid');
  const { userId, oldEmail } = change;
  const at = context.now();
  const passwordToken = await context.db.$transaction(async (tx) => {
    await lockAddress(tx, oldEmail);
    const user = await lockCredentials(tx, userId);
    if (!user || !(await claimUndo(tx, { ...change, at }))) throw new AppError('link_invalid');
    // Somebody who registered the address meanwhile reads its mail as well: their account is not touched.
    if (user.email !== oldEmail && (await isAddressTaken(tx, oldEmail))) throw new AppError('link_invalid');
    await setAddress(tx, { userId, email: oldEmail });
    const since = new Date(change.createdAt.getTime() - visitMs);
    await removeSignInMethods(tx, { userId, since, at });
    // Older receivers may have got another address.
    await stopSending(tx, { userId, at });
    await deleteAllSessions(tx, userId);
    await forgetOtherBrowsers(context, tx, { userId, browserTokens: [] });
    await voidAll(tx, { userId, at });
    await recordAudit(tx, { userId, action: 'email_changed', network: ipAddress, at });
    return issueResetLink(context, tx, userId);
  });
  return { message: 'Your address is as it was. Please choose a new password to finish.', passwordToken };
}
