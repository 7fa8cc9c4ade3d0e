import type { Queue } from '@picksync/db';
import { recordRefusal } from '@picksync/smartsheet-account';
import type { Logger } from 'pino';
import type { OwnAccount } from '../../smartsheet/account-owner.ts';
import { findAccount } from '../../store/accounts.store.ts';
import { recordSheets } from '../../store/sheets.store.ts';
import { accountPass, type PassSetup } from './account-pass.ts';
import { dueWork } from './due.ts';
import { sheetsSeen } from './pass-sheets.ts';
import type { PassEnd } from './sync-pass.ts';

export type SyncAccountParts = PassSetup & {
  queue: Queue;
  ownAccount: OwnAccount;
  log: Logger;
  /** Whether this process has been told to end. */
  isStopping: () => boolean;
};

export type AccountEnd = {
  outcomes: PassEnd['outcomes'];
  bugs: number;
  /** Something marked was not dealt with. */
  isLeft: boolean;
  /** How long Smartsheet asked to be left alone: null when there is nothing to wait for, 0 when it did not say. */
  pauseMs: number | null;
};

const nothing: AccountEnd = {
  outcomes: { changed: 0, unchanged: 0, waiting_review: 0, failed: 0 },
  bugs: 0,
  isLeft: false,
  pauseMs: null,
};

/** Looks once at everything that is marked in an account. The caller must be its only owner. */
export async function syncAccount(
  ask: { connectionId: string; signal: AbortSignal; shouldStop: () => boolean },
  parts: SyncAccountParts,
): Promise<AccountEnd> {
  const { prisma, now, log } = parts;
  const { connectionId, signal, shouldStop } = ask;
  const account = await findAccount(prisma, connectionId);
  // Marks of an account that is not connected wait until it is.
  if (account?.connection.status !== 'connected') return nothing;
  const { connection, automations, sheets } = account;

  const work = dueWork({ automations, sheets, connectedAt: connection.statusChangedAt });
  const { end, reads } = await accountPass({ account, work, signal, shouldStop }, parts);
  await recordSheets(prisma, { connectionId, at: now(), ...sheetsSeen({ work, sheets, reads, end }) });
  for (const { automationId, error } of end.bugs) {
    log.error({ connection: connectionId, automation: automationId, err: error }, 'an automation met a bug');
  }
  if (end.needsUser) await recordRefusal({ connection, error: end.needsUser }, parts);
  return {
    outcomes: end.outcomes,
    bugs: end.bugs.length,
    isLeft: end.left.size > 0,
    pauseMs: end.retry && (end.retry.retryAfterMs ?? 0),
  };
}
