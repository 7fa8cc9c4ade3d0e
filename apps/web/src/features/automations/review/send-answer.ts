import { type Automation, automationEndpoints } from '@picksync/contracts';
import { call } from '../../../api/call.ts';

export type AnswerKind = 'approve' | 'keep';

export type Answer = {
  kind: AnswerKind;
  /** Stands for what was seen. */
  fingerprint: string;
  /** That what goes for good was ticked. */
  isConfirmed: boolean;
};

const quiet = { quiet: true };
const pollMs = 500;
/** About a minute. */
const mostPolls = 120;

/** Sends the answer to exactly what was seen, and returns the automation as it is then. */
export async function sendAnswer(automation: Automation, { kind, fingerprint, isConfirmed }: Answer) {
  const params = { id: automation.id };
  if (automation.review?.fingerprint !== fingerprint) await recordReview(automation);
  const { configuration } =
    kind === 'keep'
      ? await call(automationEndpoints.keep, { params, body: { fingerprint } }, quiet)
      : await call(
          automationEndpoints.approve,
          { params, body: { fingerprint, ...(isConfirmed && { isConfirmed }) } },
          quiet,
        );
  return configuration;
}

/**
 * Lets a sync stop at what was just seen, where the one before had stopped at something else: only what a sync has stopped
 * at can be answered. Whether it has found the same is for the answer to tell.
 */
async function recordReview({ id }: Automation): Promise<void> {
  const params = { id };
  let { syncState } = (await call(automationEndpoints.sync, { params }, quiet)).configuration;
  for (let polls = 0; syncState !== 'idle' && polls < mostPolls; polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    syncState = (await call(automationEndpoints.read, { params }, quiet)).syncState;
  }
}
