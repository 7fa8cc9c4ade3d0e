import { AppError } from '@picksync/contracts';
import { lockRowsOfConnection, repeatOnDeadlock, type Tx } from '@picksync/db';
import type { SmartsheetAccounts } from '@picksync/smartsheet-account';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { recordAudit } from '../../base/record-audit.ts';
import type { SendMailLater } from '../../base/send-mail-later.ts';
import { findRemoteWebhooks, lockConnection } from '../../sync/connection/connection.store.ts';
import { type LeaveAccountDeps, leaveAccount } from '../../sync/connection/leave-account.ts';
import { findConnection } from '../../sync/smartsheet/find-connection.store.ts';
import { keepSpentOffers } from '../spent-offers/spent-offers.ts';
import {
  createFarewell,
  deleteUser,
  findChargeable,
  forgetPayer,
  keepCheckouts,
  lockForDeletion,
} from './account-deletion.store.ts';

export type DeleteAccountDeps = LeaveAccountDeps &
  Pick<SmartsheetAccounts, 'endRetiredAccount'> & { sendMailLater: SendMailLater; keyedHash: KeyedHash };

/** How long the user waits for Smartsheet; a job does the rest. */
const endingTimeoutMs = 5000;

/**
 * Deletes an account for good, in one transaction: either all of it is gone or nothing is. What remains to be done at
 * Smartsheet (webhooks, the token) is kept apart from the user and done at once if Smartsheet answers, else by a job. A
 * running sync finds its connection gone and stops; tokens from a refresh that is under way are revoked when they
 * arrive. Returns the error of a call to Smartsheet that failed, else undefined.
 */
export async function deleteAccount(
  { userId, email, ipAddress }: { userId: string; email: string; ipAddress: string },
  deps: DeleteAccountDeps,
): Promise<unknown> {
  // A sync that records its outcome at this moment locks the same rows in another order.
  const retiredId = await repeatOnDeadlock(() =>
    deps.db.$transaction((tx) => deleteEverything(tx, { userId, email, ipAddress }, deps)),
  );
  if (retiredId === undefined) return undefined;
  return deps.endRetiredAccount({ id: retiredId, signal: AbortSignal.timeout(endingTimeoutMs) }).then(
    () => undefined,
    (failure: unknown) => failure,
  );
}

async function deleteEverything(
  tx: Tx,
  { userId, email, ipAddress }: { userId: string; email: string; ipAddress: string },
  deps: DeleteAccountDeps,
): Promise<string | undefined> {
  const at = deps.now();
  const address = await lockForDeletion(tx, userId);
  if (address === null) throw new AppError('unauthenticated');
  if (address !== email)
    throw new AppError('validation_failed', { errors: { email: 'This is not the email of your account' } });
  await endPayments(tx, { userId, at }, deps);
  const retiredId = await leaveSmartsheet(tx, { userId, at }, deps);
  await keepSpentOffers(tx, { userId, email: address, at }, deps);
  const farewellId = deps.newId();
  await createFarewell(tx, { id: farewellId, email: address, createdAt: at });
  await deps.sendMailLater(tx, { mail: 'account_deleted', farewellId });
  await recordAudit(tx, { userId, action: 'account_deleted', network: ipAddress, at });
  await deleteUser(tx, userId);
  return retiredId;
}

/**
 * Ends the payments of a user. Jobs tell the providers to stop charging, and retry while one cannot be reached; they
 * need nothing of the account. What is paid nevertheless is refunded. What was paid stays on the books, without the
 * payer.
 */
async function endPayments(
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
  { queue }: DeleteAccountDeps,
): Promise<void> {
  for (const charged of await findChargeable(tx, userId)) {
    await queue.send(tx, 'align-charges', charged);
    // A payment may be under way that is not on our books yet.
    await queue.send(tx, 'refresh-subscription', charged);
  }
  await keepCheckouts(tx, { userId, at });
  await forgetPayer(tx, userId);
}

/**
 * Retires the Smartsheet account, where there is one. Returns the id of the retired account if it can be ended at once.
 */
async function leaveSmartsheet(
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
  deps: DeleteAccountDeps,
): Promise<string | undefined> {
  const { id } = (await findConnection(tx, userId)) ?? {};
  if (id === undefined) return undefined;
  await lockRowsOfConnection(tx, id);
  const webhookIds = await findRemoteWebhooks(tx, id);
  // It is locked last of all rows, so that there is no deadlock.
  const connection = await lockConnection(tx, id);
  const { tokenExpiresAt } = connection;
  const hasLiveToken = tokenExpiresAt !== null && tokenExpiresAt > at;
  const startAfter = hasLiveToken ? new Date(at.getTime() + 60_000) : at;
  const retired = await leaveAccount(tx, { connection, webhookIds, startAfter }, deps);
  return hasLiveToken ? retired : undefined;
}
