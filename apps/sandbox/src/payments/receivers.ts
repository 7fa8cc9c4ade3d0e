import { createHmac } from 'node:crypto';
import type { SandboxDeps } from '../deps.ts';
import type { Transmissions } from '../paypal/transmissions.ts';
import { registeredWebhooks } from '../paypal/webhooks.routes.ts';
import type { Delivery, Notice } from './delivery.model.ts';
import { getPaymentFaults } from './payment-faults.ts';
import { apiUrl } from './urls.ts';

type ReceiverDeps = Pick<SandboxDeps, 'config' | 'state' | 'random' | 'changes' | 'faults'> & {
  transmissions: Transmissions;
};

/** Returns who gets an event: PayPal's registered webhooks that want its type, or the one address of Razorpay. */
export function findReceivers(deps: ReceiverDeps, { provider, type }: Notice) {
  if (provider === 'razorpay') {
    const { RAZORPAY_WEBHOOK_URL: url } = deps.config;
    return url === undefined ? [] : [{ url, webhookId: null }];
  }
  return registeredWebhooks(deps)
    .filter(({ eventTypes }) => eventTypes.includes('*') || eventTypes.includes(type))
    .map(({ url, id }) => ({ url, webhookId: id }));
}

/** Returns the headers by which a receiver knows who sent an event, for one attempt. */
export function getHeaders(deps: ReceiverDeps, delivery: Delivery): Record<string, string> {
  const { config, transmissions, faults } = deps;
  const isWrong = getPaymentFaults(faults.current.payments, delivery.provider).signature === 'wrong';
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
