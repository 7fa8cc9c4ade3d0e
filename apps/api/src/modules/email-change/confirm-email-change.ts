import { AppError } from '@picksync/contracts';
import { lockCredentials } from '../account/account.store.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { AuthDeps } from '../auth/auth-deps.ts';
import { lockAddress } from '../auth/users.store.ts';
import { voidAll } from '../one-time-codes/one-time-codes.store.ts';
import { changeOfToken } from './change-tokens.ts';
import { claimConfirmation, isAddressTaken, setAddress } from './email-change.store.ts';

export const undoDays = 7;

/** Returns what the link of a mail leads to. */
export async function readChangeLink(token: string, deps: AuthDeps) {
  const { change, act } = await changeOfToken(token, deps);
  const [from, to] =
    act === 'confirm' ? [change.oldEmail, change.newEmail] : [change.newEmail, change.oldEmail];
  return { act, from, to };
}

/**
 * Changes the address of a user, for whoever reads the mail of the new one. The old one gets a mail by which the change can be
 * undone. Sessions and linked providers stay; codes and links that were sent to the old address are void.
 */
export async function confirmEmailChange(
  { token, ipAddress }: { token: string; ipAddress: string },
  deps: AuthDeps,
): Promise<{ message: string }> {
  const { change, act } = await changeOfToken(token, deps);
  if (act !== 'confirm') throw new AppError('link_invalid');
  const { id, userId, newEmail } = change;
  const at = deps.now();
  await deps.db.$transaction(async (tx) => {
    await lockAddress(tx, newEmail);
    if (!(await lockCredentials(tx, userId))) throw new AppError('link_invalid');
    const expiresAt = new Date(at.getTime() + undoDays * 24 * 60 * 60_000);
    if (!(await claimConfirmation(tx, { id, at, expiresAt }))) throw new AppError('link_invalid');
    // Somebody has registered and verified it since: that account stays whose it is.
    if (await isAddressTaken(tx, newEmail)) throw new AppError('link_invalid');
    await setAddress(tx, { userId, email: newEmail });
    await voidAll(tx, { userId, purposes: ['verify_email', 'reset_password'], at });
    await recordAudit(tx, { userId, action: 'email_changed', network: ipAddress, at });
    await deps.sendMailLater(tx, { mail: 'email_changed', emailChangeId: id });
  });
  return { message: `Your address is ${newEmail} from now on.` };
}
