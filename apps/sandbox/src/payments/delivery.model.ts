import type { Changes } from '../changes.ts';
import type { ProviderName } from './payment-faults.ts';

/** Where an event is sent to, with PayPal's id of the webhook. */
export type Receiver = { url: string; webhookId: string | null };

/** An event as its provider tells of it, not sent yet. */
export type Notice = {
  provider: ProviderName;
  /** The same for every delivery of the event. */
  eventId: string;
  type: string;
  /** The subscription or link it is about. */
  reference: string;
  /** The exact text that is sent and signed. */
  body: string;
  /** Where it goes instead of to whoever registered for it. */
  receivers?: Receiver[];
};

/**
 * An event on its way to one receiver. `withheld` was lost on purpose, `unsent` has no receiver; both can be resent.
 */
export type Delivery = Omit<Notice, 'receivers'> & {
  id: string;
  url: string | null;
  /** PayPal's id of the webhook, which is part of the signature. */
  webhookId: string | null;
  createdAt: number;
  state: 'waiting' | 'delivered' | 'failed' | 'withheld' | 'unsent';
  failures: number;
  nextAt: number;
  /** The receiver's status; null without an answer, or before the first attempt. */
  lastStatus: number | null;
};

/** Sends an event to whoever registered for it. Resolves after the first attempt of each delivery. */
export type Notify = (notice: Notice) => Promise<void>;

/** Announces a change of the payments and sends the events that tell of it. */
export function tell(
  { changes, notify }: { changes: Changes; notify: Notify },
  notices: Notice[],
): Promise<unknown> {
  changes.announce({ payments: true });
  return Promise.all(notices.map(notify));
}
