import { type PrismaClient, recordSlowness, type SyncClaim } from '@picksync/db';
import type { Logger } from 'pino';
import type { OpenClient } from '../smartsheet/open-client.ts';
import { slowAfterMs, watchAnswers } from '../smartsheet/watch-answers.ts';

type TellSlownessDeps = { prisma: PrismaClient; log: Logger; openClient: OpenClient };

/**
 * Runs the work with clients whose calls are watched, and records whether Smartsheet answers them, so that an open page
 * can show why a sync hangs.
 */
export async function reportSlowness<T>(
  claim: SyncClaim,
  { prisma, log, openClient }: TellSlownessDeps,
  work: (openClient: OpenClient) => Promise<T>,
): Promise<T> {
  const watch = watchAnswers((isSlow) => {
    recordSlowness(prisma, { claim, slowForMs: isSlow ? slowAfterMs : null }).catch((error: unknown) =>
      log.warn({ err: error }, 'could not record how Smartsheet answers'),
    );
  });
  try {
    return await work((input) =>
      openClient({
        ...input,
        beforeCall: () => {
          input.beforeCall?.();
          watch.beforeCall();
        },
        onCall: (call) => {
          watch.onCall(call);
          input.onCall?.(call);
        },
      }),
    );
  } finally {
    watch.end();
  }
}
