import { createHmac } from 'node:crypto';
import type { SandboxDeps } from '../deps.ts';
import { registeredWebhooks } from '../paypal/webhooks.routes.ts';
import { postJson } from '../smartsheet/webhooks/callback.request.ts';
import { apiUrl } from '../urls.ts';
import type { Delivery, Notice, Notify, Receiver } from './delivery.model.ts';
import { getPaymentFaults, type ProviderName } from './payment-faults.ts';
import { upperText } from './random-text.ts';

type DeliveryDeps = Pick<
  SandboxDeps,
  'config' | 'state' | 'now' | 'random' | 'changes' | 'faults' | 'transmissions'
>;

export type Deliveries = {
  notify: Notify;
  /** Sends an event again, whatever became of it. */
  resend: (delivery: Delivery) => Promise<void>;
  /** Continues with what was on its way when the process stopped. */
  resume: () => void;
  stop: () => void;
};

/** Older deliveries are forgotten, so that a load test cannot fill the memory. */
const keptDeliveries = 1000;

/**
 * How often a provider tries, with its time limit. PayPal gives up after 25 attempts in three days; Razorpay doubles its
 * wait until a day is over.
 */
const policies = {
  paypal: { attempts: 25, longestMinutes: 180, timeoutMs: 30_000 },
  razorpay: { attempts: 11, longestMinutes: 512, timeoutMs: 5000 },
} as const;

/** Returns what sends both providers' events. Each is sent on its own, in no order, until it is answered with 2xx. */
export function createDeliveries(deps: DeliveryDeps): Deliveries {
  const { config, state, now, random, changes } = deps;
  const timers = new Map<Delivery, NodeJS.Timeout>();
  let isStopped = false;

  async function attempt(delivery: Delivery): Promise<void> {
    timers.delete(delivery);
    // A reset forgets all deliveries.
    if (isStopped || delivery.url === null || !state.payments.deliveries.includes(delivery)) return;
    const answer = await postJson(delivery.url, {
      body: delivery.body,
      headers: createHeaders(deps, delivery),
      timeoutMs: Math.min(config.CALLBACK_TIMEOUT_MS, policies[delivery.provider].timeoutMs),
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
    const isWithheld = getPaymentFaults(deps, notice.provider).events === 'never';
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
      const isTwice = getPaymentFaults(deps, notice.provider).events === 'twice';
      const receivers = given ?? findReceivers(deps, notice);
      const recorded = [...receivers, ...(isTwice ? receivers : [])].map((one) => record(notice, one));
      if (recorded.length === 0) record(notice, undefined);
      changes.announce({ payments: true });
      await Promise.all(recorded.filter(({ state }) => state === 'waiting').map(attempt));
    },
    resend: async (delivery) => {
      clearTimeout(timers.get(delivery));
      const receiver = findReceivers(deps, delivery)[0];
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

/**
 * Returns the delay in milliseconds before the next attempt, or null after the last. How the waits grow is not
 * documented by either. `hourMs` is the length of an hour here.
 */
export function deliveryDelay(provider: ProviderName, failures: number, hourMs: number): number | null {
  const { attempts, longestMinutes } = policies[provider];
  if (failures >= attempts) return null;
  const minutes = Math.min(2 ** (failures - 1), longestMinutes);
  return Math.round((minutes / 60) * hourMs);
}

/** Returns who gets an event: PayPal's registered webhooks that want its type, or the one address of Razorpay. */
function findReceivers(
  deps: DeliveryDeps,
  { provider, type }: Pick<Notice, 'provider' | 'type'>,
): Receiver[] {
  if (provider === 'razorpay') {
    const { RAZORPAY_WEBHOOK_URL: url } = deps.config;
    return url === undefined ? [] : [{ url, webhookId: null }];
  }
  return registeredWebhooks(deps)
    .filter(({ eventTypes }) => eventTypes.includes('*') || eventTypes.includes(type))
    .map(({ url, id }) => ({ url, webhookId: id }));
}

/** Returns the headers by which a receiver knows who sent an event, for one attempt. */
function createHeaders(deps: DeliveryDeps, delivery: Delivery): Record<string, string> {
  const { config, transmissions } = deps;
  const isWrong = getPaymentFaults(deps, delivery.provider).signature === 'wrong';
  if (delivery.provider === 'paypal') {
    return transmissions.headersFor({
      webhookId: delivery.webhookId ?? '',
      body: delivery.body,
      certUrl: `${apiUrl(config)}/paypal/v1/notifications/certs/CERT-sandbox`,
      isWrong,
    });
  }
  const secret = isWrong ? `not ${config.RAZORPAY_WEBHOOK_SECRET}` : config.RAZORPAY_WEBHOOK_SECRET;
  return {
    'X-Razorpay-Event-Id': delivery.eventId,
    'X-Razorpay-Signature': createHmac('sha256', secret).update(delivery.body).digest('hex'),
  };
}
