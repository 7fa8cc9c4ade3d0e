import { type Automation, automationEndpoints } from '@picksync/contracts';
import { call } from '../../../api/call.ts';
import { sleep } from '../../../ui/sleep.ts';

export type AnswerKind = 'approve' | 'keep';

export type Answer = {
  kind: AnswerKind;
  /** The fingerprint of what was seen. */
  fingerprint: string;
  /** Whether the deletion was confirmed. */
  isConfirmed: boolean;
  /** Of an approval about names: the lines of the preview that are to be renamed. */
  renames?: readonly string[] | undefined;
};

const pollMs = 500;
/** About a minute. */
const mostPolls = 120;

/** Sends the answer to exactly what was seen, and returns the automation as it is then. */
export async function sendAnswer(
  automation: Automation,
  { kind, fingerprint, isConfirmed, renames }: Answer,
) {
  const params = { id: automation.id };
  if (automation.review?.fingerprint !== fingerprint) await recordReview(automation);
  const { configuration } =
    kind === 'keep'
      ? await call(automationEndpoints.keep, { params, body: { fingerprint } })
      : await call(automationEndpoints.approve, {
          params,
          body: {
            fingerprint,
            ...(isConfirmed && { isConfirmed }),
            ...(renames && { renames: [...renames] }),
          },
        });
  return configuration;
}

/**
 * Requests a sync that stops at the difference that was just seen, because only the difference of a stopped sync can be
 * answered. The reply to the answer tells whether it found the same.
 */
async function recordReview({ id }: Automation): Promise<void> {
  const params = { id };
  let { syncState } = (await call(automationEndpoints.sync, { params })).configuration;
  for (let polls = 0; syncState !== 'idle' && polls < mostPolls; polls += 1) {
    await sleep(pollMs);
    syncState = (await call(automationEndpoints.read, { params })).syncState;
  }
}
