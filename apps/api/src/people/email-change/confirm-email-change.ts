import { AppError } from '@picksync/contracts';
import { recordAudit } from '../../base/record-audit.ts';
import { takeTry } from '../../base/throttle.ts';
import type { Caller } from '../../http/caller.ts';
import { voidAll } from '../one-time-codes/one-time-codes.store.ts';
import { replaceToken } from '../sessions/sessions.ts';
import { keepSpentOffers } from '../spent-offers/spent-offers.ts';
import { findTwoFactor } from '../two-factor/two-factor.store.ts';
import type { AuthDeps } from '../users/auth-deps.ts';
import { lockAddress, lockCredentials } from '../users/users.store.ts';
import { type ChangeAct, changeOfToken } from './change-tokens.ts';
import { claimConfirmation, isAddressTaken, setAddress } from './email-change.store.ts';

export const undoDays = 7;

const wrongPassword = 'This is not your password. Please try again.';

/** What the holder of the link has to give: see the contract. */
type NeededProof = 'nothing' | 'password' | 'login';

/** Returns what the link of a mail leads to. */
export async function readChangeLink(
  { token, caller }: { token: string; caller: Caller | null },
  deps: AuthDeps,
): Promise<{ act: ChangeAct; from: string; to: string; asks: NeededProof }> {
  const { change, act } = await changeOfToken(token, deps);
  if (act === 'undo') return { act, from: change.newEmail, to: change.oldEmail, asks: 'nothing' };
  const asks = await neededProof(change.userId, caller, deps);
  return { act, from: change.oldEmail, to: change.newEmail, asks };
}

async function neededProof(userId: string, caller: Caller | null, { db }: AuthDeps): Promise<NeededProof> {
  if (caller?.user.id === userId) return 'nothing';
  const { passwordHash, totpEnabledAt } = await findTwoFactor(db, userId);
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
  { token, password, caller, cookie, ipAddress }: Confirmation,
  deps: AuthDeps,
): Promise<{ message: string; cookie: string | null }> {
  const { change, act } = await changeOfToken(token, deps);
  if (act !== 'confirm') throw new AppError('link_invalid');
  const { id, userId, oldEmail, newEmail } = change;
  await assertOwner({ userId, caller, password }, deps);
  const at = deps.now();
  const renewed = await deps.db.$transaction(async (tx) => {
    await lockAddress(tx, newEmail);
    if (!(await lockCredentials(tx, userId))) throw new AppError('link_invalid');
    const expiresAt = new Date(at.getTime() + undoDays * 24 * 60 * 60_000);
    if (!(await claimConfirmation(tx, { id, at, expiresAt }))) throw new AppError('link_invalid');
    // Somebody has registered and verified the address since: that account is not touched.
    if (await isAddressTaken(tx, newEmail)) throw new AppError('link_invalid');
    // Whoever registers the address that is given up gets no second trial.
    await keepSpentOffers(tx, { userId, email: oldEmail, at }, deps);
    await setAddress(tx, { userId, email: newEmail });
    await voidAll(tx, { userId, purposes: ['verify_email', 'reset_password'], at });
    await recordAudit(tx, { userId, action: 'email_changed', network: ipAddress, at });
    await deps.sendMailLater(tx, { mail: 'email_changed', emailChangeId: id });
    const session = caller?.user.id === userId ? caller.session : undefined;
    return session ? replaceToken({ session, cookie }, { ...deps, db: tx }) : null;
  });
  return { message: `Your address is ${newEmail} from now on.`, cookie: renewed };
}

type Claimed = { userId: string; caller: Caller | null; password: string | undefined };

/** Throws `forbidden` where somebody has to log in first, and `validation_failed` at the password. */
async function assertOwner({ userId, caller, password }: Claimed, deps: AuthDeps): Promise<void> {
  const needed = await neededProof(userId, caller, deps);
  if (needed === 'nothing') return;
  if (needed === 'login') {
    const message = 'Please log in to your account in this browser first, and open the link again.';
    throw new AppError('forbidden', { message });
  }
  if (password === undefined)
    throw new AppError('validation_failed', { errors: { password: 'Please enter your password' } });
  await takeTry(deps.throttles.proofs, userId);
  const { passwordHash } = await findTwoFactor(deps.db, userId);
  if (!(await deps.passwords.matches(password, passwordHash)))
    throw new AppError('validation_failed', { errors: { password: wrongPassword } });
  await deps.throttles.proofs.clear(userId);
}
