import type { SandboxDeps } from '../deps.ts';
import { postJson } from '../smartsheet/webhooks/callback.request.ts';
import type { Delivery, Notice, Notify, Receiver } from './delivery.model.ts';
import { deliveryDelay } from './delivery-delay.ts';
import { getPaymentFaults } from './payment-faults.ts';
import { upperText } from './random-text.ts';

type DispatcherDeps = Pick<SandboxDeps, 'config' | 'state' | 'now' | 'random' | 'changes' | 'faults'> & {
  /** The addresses an event goes to, with PayPal's id of each registration. */
  findReceivers: (notice: Notice) => Receiver[];
  /** The headers that prove who sent it, made anew for each attempt. */
  getHeaders: (delivery: Delivery) => Record<string, string>;
};

export type DeliveryDispatcher = {
  notify: Notify;
  /** Sends an event again, whatever became of it. */
  resend: (delivery: Delivery) => Promise<void>;
  /** Continues with what was on its way when the process stopped. */
  resume: () => void;
  stop: () => void;
};

/** Older deliveries are forgotten, so that a load test cannot fill the memory. */
const keptDeliveries = 1000;

/** Returns the dispatcher of both providers' events. Each is sent on its own, in no order, until it is answered with 2xx. */
export function createDeliveryDispatcher(deps: DispatcherDeps): DeliveryDispatcher {
  const { config, state, now, random, changes, faults, findReceivers, getHeaders } = deps;
  const timers = new Map<Delivery, NodeJS.Timeout>();
  let isStopped = false;

  async function attempt(delivery: Delivery): Promise<void> {
    timers.delete(delivery);
    // A reset forgets all deliveries.
    if (isStopped || delivery.url === null || !state.payments.deliveries.includes(delivery)) return;
    const answer = await postJson(delivery.url, {
      body: delivery.body,
      headers: getHeaders(delivery),
      timeoutMs: Math.min(config.CALLBACK_TIMEOUT_MS, delivery.provider === 'razorpay' ? 5000 : 30_000),
    });
    delivery.lastStatus = answer?.status ?? null;
    if (answer && answer.status >= 200 && answer.status < 300) delivery.state = 'delivered';
    else scheduleRetry(delivery);
    changes.announce({ payments: true });
  }

  function scheduleRetry(delivery: Delivery): void {
    delivery.failures += 1;
    const wait = deliveryDelay(delivery.provider, delivery.failures, config.RETRY_HOUR_MS);
    delivery.state = wait === null ? 'failed' : 'waiting';
    if (wait === null) return;
    delivery.nextAt = now().getTime() + wait;
    startTimer(delivery, wait);
  }

  function startTimer(delivery: Delivery, wait: number): void {
    clearTimeout(timers.get(delivery));
    if (!isStopped)
      timers.set(
        delivery,
        setTimeout(() => void attempt(delivery), Math.max(0, wait)),
      );
  }

  function record(notice: Notice, receiver: Receiver | undefined): Delivery {
    const at = now().getTime();
    const isWithheld = getPaymentFaults(faults.current.payments, notice.provider).events === 'never';
    const delivery: Delivery = {
      ...notice,
      id: upperText(random, 12),
      url: receiver?.url ?? null,
      webhookId: receiver?.webhookId ?? null,
      createdAt: at,
      state: receiver ? (isWithheld ? 'withheld' : 'waiting') : 'unsent',
      failures: 0,
      nextAt: at,
      lastStatus: null,
    };
    const { deliveries } = state.payments;
    deliveries.push(delivery);
    if (deliveries.length > keptDeliveries) deliveries.splice(0, deliveries.length - keptDeliveries);
    return delivery;
  }

  return {
    notify: async ({ receivers: given, ...notice }) => {
      const isTwice = getPaymentFaults(faults.current.payments, notice.provider).events === 'twice';
      const receivers = given ?? findReceivers(notice);
      const recorded = [...receivers, ...(isTwice ? receivers : [])].map((one) => record(notice, one));
      if (recorded.length === 0) record(notice, undefined);
      changes.announce({ payments: true });
      await Promise.all(recorded.filter(({ state }) => state === 'waiting').map(attempt));
    },
    resend: async (delivery) => {
      clearTimeout(timers.get(delivery));
      const receiver = findReceivers(delivery)[0];
      delivery.url ??= receiver?.url ?? null;
      delivery.webhookId ??= receiver?.webhookId ?? null;
      if (delivery.url === null) return;
      delivery.failures = 0;
      delivery.state = 'waiting';
      await attempt(delivery);
    },
    resume: () => {
      for (const delivery of state.payments.deliveries)
        if (delivery.state === 'waiting') startTimer(delivery, delivery.nextAt - now().getTime());
    },
    stop: () => {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
