import type { PrismaClient } from '@picksync/db';
import type { Work } from '../run-job.ts';
import {
  removeAbandonedSignUps,
  removeAccountChanges,
  removeExpired,
  removeOldActivity,
  removeOldAuditEvents,
  removeOldMails,
  removeOldReceipts,
  removeOldRuns,
  removeRetiredAccounts,
  removeUnusedSheets,
} from '../store/tidy.store.ts';
import { removeOldOfPrograms } from '../store/tidy-programs.store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** How long the user's activity is kept. */
const activityDays = 90;

/** How long the trail of what matters to the security of accounts is kept. */
const auditDays = 365;

/** How long somebody who registered may take to verify their address. */
const signUpDays = 7;

/** How long it is kept which mails were sent, and what they were about. */
const mailDays = 90;

/** How long receipts of callbacks are kept to recognise a repeated delivery; Smartsheet retries for about a day. */
const receiptDays = 7;

/** How long to try to end a retired account. */
const retiredAccountDays = 14;

/** Removes what is past its time, a batch at a time, so that no statement holds others up. */
export function tidy(deps: { prisma: PrismaClient; now: () => Date }): Work<'tidy'> {
  return async ({ signal }) => {
    const { prisma, now } = deps;
    const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);
    const removal = { prisma, signal };
    const { codes, sessions, throttles } = await removeExpired({ ...removal, before: now() });
    const changes = await removeAccountChanges({ ...removal, before: now(), goneBefore: daysAgo(1) });
    const activity = await removeOldActivity({ ...removal, before: daysAgo(activityDays) });
    const auditEvents = await removeOldAuditEvents({ ...removal, before: daysAgo(auditDays) });
    const signUps = await removeAbandonedSignUps({ ...removal, before: daysAgo(signUpDays), now: now() });
    const mails = await removeOldMails({ ...removal, before: daysAgo(mailDays) });
    const receipts = await removeOldReceipts({ ...removal, before: daysAgo(receiptDays) });
    const runs = await removeOldRuns(removal);
    const retiredAccounts = await removeRetiredAccounts({ ...removal, before: daysAgo(retiredAccountDays) });
    const sheets = await removeUnusedSheets(removal);
    const ofPrograms = await removeOldOfPrograms({ ...removal, daysAgo });
    const ofPeople = { signUps, codes, sessions, throttles, ...changes, activity, auditEvents, mails };
    return { ...ofPeople, receipts, runs, retiredAccounts, sheets, ...ofPrograms };
  };
}
