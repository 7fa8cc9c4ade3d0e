import { recordSlowness, type SyncClaim } from '@picksync/db';
import type { SmartsheetCall } from '@picksync/smartsheet-client';
import type { Context, OpenClient } from '../context.ts';

/** How long calls may be unanswered before an open page says so. */
export const slowAfterMs = 5_000;

type AnswersWatch = {
  beforeCall: () => void;
  onCall: (call: Pick<SmartsheetCall, 'status'>) => void;
  /** Ends the watch: nothing is reported any more. */
  end: () => void;
};

/**
 * Watches the calls of a job. Reports `true` once when calls have been under way for a while without any answer, and
 * `false` at the next answer. A call that was given up without an answer proves nothing.
 */
export function watchAnswers(report: (isSlow: boolean) => void): AnswersWatch {
  let underWay = 0;
  let isSlow = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = () => {
    timer ??= setTimeout(() => {
      isSlow = true;
      report(true);
    }, slowAfterMs);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    beforeCall: () => {
      underWay += 1;
      if (!isSlow) wait();
    },
    onCall: ({ status }) => {
      underWay -= 1;
      if (status !== undefined) {
        stop();
        if (isSlow) report(false);
        isSlow = false;
      } else if (underWay === 0) stop();
      if (underWay > 0 && !isSlow) wait();
    },
    end: stop,
  };
}

/**
 * Runs work with clients whose calls are watched, and records whether Smartsheet answers them, so that an open page can
 * show why a sync hangs.
 */
export async function reportSlowness<T>(
  { prisma, log, openClient }: Context,
  claim: SyncClaim,
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
