import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation } from '../payments/operation-router.ts';
import { upperText } from '../payments/random-text.ts';
import { PaypalError, unknownResource } from './paypal.errors.ts';
import type { WebhookRegistration } from './paypal.model.ts';
import type { Transmissions } from './transmissions.ts';

const webhookSchema = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2048),
  event_types: z
    .array(z.object({ name: z.string().min(1) }))
    .min(1)
    .max(500),
});
const verificationSchema = z.object({
  auth_algo: z.string().min(1).max(100),
  cert_url: z.string().min(1).max(500),
  transmission_id: z.string().min(1).max(50),
  transmission_sig: z.string().min(1).max(500),
  transmission_time: z.string().min(1),
  webhook_id: z.string().min(1).max(50),
  webhook_event: z.record(z.string(), z.unknown()),
});

type NotificationDeps = Pick<SandboxDeps, 'state' | 'config' | 'random' | 'changes'>;

/** Returns the webhooks of the app: the one of the settings, and those it registered itself. */
export function registeredWebhooks({ state, config }: NotificationDeps): WebhookRegistration[] {
  const { PAYPAL_WEBHOOK_ID: id, PAYPAL_WEBHOOK_URL: url } = config;
  const given = url === undefined ? [] : [{ id, url, eventTypes: ['*'] }];
  return [...given, ...state.payments.paypal.webhooks];
}

/** Serves the app's webhooks, the check of an event's signature, and the certificate it was signed with. */
export function notificationRoutes(
  add: AddOperation,
  deps: NotificationDeps,
  transmissions: Transmissions,
): void {
  const { state, random, changes } = deps;
  const view = ({ id, url, eventTypes }: WebhookRegistration) => ({
    id,
    url,
    event_types: eventTypes.map((name) => ({ name })),
    links: [],
  });

  add('webhooks.list', 'GET /v1/notifications/webhooks', () => ({
    body: { webhooks: registeredWebhooks(deps).map(view) },
  }));
  add('webhooks.create', 'POST /v1/notifications/webhooks', ({ body }) => {
    const { url, event_types: types } = webhookSchema.parse(body);
    if (registeredWebhooks(deps).some((one) => one.url === url))
      throw new PaypalError('INVALID_REQUEST', [
        { issue: 'WEBHOOK_URL_ALREADY_EXISTS', description: 'A webhook has this address.', field: 'url' },
      ]);
    const webhook = { id: upperText(random, 17), url, eventTypes: types.map(({ name }) => name) };
    state.payments.paypal.webhooks.push(webhook);
    changes.announce({ payments: true });
    return { status: 201, body: view(webhook) };
  });
  add('webhooks.get', 'GET /v1/notifications/webhooks/:id', ({ params }) => {
    const webhook = registeredWebhooks(deps).find(({ id }) => id === params.id);
    if (!webhook) throw unknownResource();
    return { body: view(webhook) };
  });
  add('webhooks.delete', 'DELETE /v1/notifications/webhooks/:id', ({ params }) => {
    const { paypal } = state.payments;
    if (!paypal.webhooks.some(({ id }) => id === params.id)) throw unknownResource();
    paypal.webhooks = paypal.webhooks.filter(({ id }) => id !== params.id);
    changes.announce({ payments: true });
    return { status: 204 };
  });

  add('webhooks.verify', 'POST /v1/notifications/verify-webhook-signature', ({ body }) => {
    const input = verificationSchema.parse(body);
    const isRight = transmissions.verify({
      id: input.transmission_id,
      time: input.transmission_time,
      webhookId: input.webhook_id,
      signature: input.transmission_sig,
      algorithm: input.auth_algo,
      body: JSON.stringify(input.webhook_event),
    });
    const isKnown = registeredWebhooks(deps).some(({ id }) => id === input.webhook_id);
    return { body: { verification_status: isRight && isKnown ? 'SUCCESS' : 'FAILURE' } };
  });

  add('certs.get', 'GET /v1/notifications/certs/:id', () => ({ body: transmissions.certificate() }));
}
