import type { PrismaClient } from '@picksync/db';
import type { Work } from '../run-job.ts';
import {
  removeAbandonedSignUps,
  removeAged,
  removeOldRuns,
  removeThrottles,
  removeUnusedSheets,
} from '../store/tidy.store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** How long a new user may take to verify their address. */
const signUpDays = 7;

/** Deletes rows that have expired, a batch at a time, so that no statement holds others up. */
export function tidy({ prisma, now }: { prisma: PrismaClient; now: () => Date }): Work<'tidy'> {
  return async ({ signal }) => {
    const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);
    const removal = { prisma, signal };
    return {
      ...(await removeAged({ ...removal, daysAgo })),
      throttles: await removeThrottles({ ...removal, before: now() }),
      signUps: await removeAbandonedSignUps({ ...removal, before: daysAgo(signUpDays), now: now() }),
      runs: await removeOldRuns(removal),
      sheets: await removeUnusedSheets(removal),
    };
  };
}
