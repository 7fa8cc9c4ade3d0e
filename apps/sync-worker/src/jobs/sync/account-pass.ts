import type { PrismaClient } from '@picksync/db';
import type { OptionLimits } from '@picksync/sync-engine';
import type { OpenClient } from '../../smartsheet/account-client.ts';
import { type Account, isCurrent } from '../../store/accounts.store.ts';
import { recordRun } from '../../store/runs.store.ts';
import { createTurns } from '../in-parallel.ts';
import { createCallCounter } from './count-calls.ts';
import type { DueWork } from './due.ts';
import { runRecord } from './run-record.ts';
import { createSheetReads, type SheetReads } from './sheet-reads.ts';
import { type PassEnd, syncPass } from './sync-pass.ts';

export type PassSetup = {
  prisma: PrismaClient;
  openClient: OpenClient;
  limits: OptionLimits;
  /** Keyed hash of a list of options. */
  fingerprint: (options: readonly string[]) => string;
  now: () => Date;
};

/** One pass over an account's due automations, with the account's own client. */
export async function accountPass(
  ask: { account: Account; work: DueWork; signal: AbortSignal; shouldStop: () => boolean },
  { prisma, openClient, limits, fingerprint, now }: PassSetup,
): Promise<{ end: PassEnd; reads: SheetReads }> {
  const { account, work, signal, shouldStop } = ask;
  const { onCall, counting } = createCallCounter();
  const client = openClient({ connection: account.connection, onCall });
  const call = { signal };
  const reads = createSheetReads({ client, needs: work.needs, call });
  const end = await syncPass(work, {
    client,
    call,
    reads,
    limits,
    fingerprint,
    shouldStop,
    counting,
    now,
    inTurn: createTurns(),
    isCurrent: (automation) => isCurrent(prisma, automation),
    record: (done) => recordRun(prisma, runRecord({ ...done, at: now() })),
  });
  return { end, reads };
}
