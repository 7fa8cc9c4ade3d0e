import { ApiError } from '../../../api/api-error.ts';
import { messageOf } from '../../../api/form-errors.ts';
import { activationPoll } from '../activation-poll.ts';
import { sleep } from '../sleep.ts';
import { type Answer, askAgain, type Payment, verify } from './ask-provider.ts';

/** How far it is. `activated`: just now, after some waiting; the details come a moment later. */
export type Phase =
  | { is: 'verifying' | 'activating' | 'activated' | 'slow' }
  | { is: 'done' }
  /** The provider says something else than paid. */
  | { is: 'not_paid'; message: string }
  /** Nobody knows: it could not be asked. */
  | { is: 'failed'; message: string };

/** So long the moment of the activation is shown before the details. */
const detailsAfterMs = 1500;

const waiting = ['pending', 'approved', 'approval_pending'];

export type Following = {
  signal: AbortSignal;
  onPhase: (phase: Phase) => void;
  /** Loads what the plan changes; awaited before anything says active. */
  onActive: () => Promise<void>;
  rest?: (ms: number) => Promise<void>;
};

function isPending({ isActive, status }: Answer): boolean {
  return !isActive && waiting.includes(status.toLowerCase());
}

function notPaid({ status, message }: Answer): Phase {
  const asked = `Payment status: ${status}. Please try again or contact support.`;
  return { is: 'not_paid', message: message || asked };
}

/** Asks until it is active or will not be, or the patience is over. An answer that does not come counts as one. */
async function poll(payment: Payment, { signal, rest = sleep }: Following): Promise<Answer | null> {
  for (let asked = 0; asked < activationPoll.most; asked += 1) {
    await rest(activationPoll.everyMs);
    if (signal.aborted) return null;
    const answer = await askAgain(payment, signal).catch((problem) => {
      if (problem instanceof ApiError) return null;
      throw problem;
    });
    if (answer && !isPending(answer)) return answer;
  }
  return null;
}

/** Follows a payment from the return to the active plan, and tells each phase. */
export async function followPayment(payment: Payment, following: Following): Promise<void> {
  const { signal, onPhase, onActive, rest = sleep } = following;
  const tell = (phase: Phase) => {
    if (!signal.aborted) onPhase(phase);
  };
  try {
    tell({ is: 'verifying' });
    const first = await verify(payment, signal);
    if (isPending(first)) tell({ is: 'activating' });
    const last = isPending(first) ? await poll(payment, following) : first;
    if (signal.aborted) return;
    if (last === null) return tell({ is: 'slow' });
    // A poll says how it stands, and only the verification in which words.
    if (!last.isActive) return tell(notPaid(last === first ? first : await verify(payment, signal)));
    await onActive();
    if (last !== first) {
      tell({ is: 'activated' });
      await rest(detailsAfterMs);
    }
    tell({ is: 'done' });
  } catch (problem) {
    tell({
      is: 'failed',
      message: messageOf(problem, 'Your payment could not be looked up. Please try again.'),
    });
  }
}
