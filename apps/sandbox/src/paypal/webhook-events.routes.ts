import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { Delivery } from '../payments/delivery.model.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { eventTypeNames, eventTypeView } from './event-types.ts';
import { apiLink } from './links.ts';
import { PaypalError } from './paypal.errors.ts';
import { readBody, readQuery } from './read-input.ts';
import { sampleEvent } from './sample-events.ts';
import { getWebhook, registeredWebhooks } from './webhooks.routes.ts';
import { isBetween, timeSchema } from './wire.ts';

const path = '/v1/notifications';
/** The id that PayPal's simulator signs with where it knows no webhook. */
const simulatedWebhookId = 'WEBHOOK_ID';

const listQuery = z.object({
  page_size: z.coerce.number().int().min(1).max(500).default(10),
  start_time: timeSchema.optional(),
  end_time: timeSchema.optional(),
  transaction_id: z.string().optional(),
  event_type: z.string().optional(),
});
const simulationSchema = z
  .object({
    webhook_id: z.string().max(50).optional(),
    url: z.url({ protocol: /^https?$/, error: 'Not a valid webhook URL' }).optional(),
    event_type: z.string().refine((name) => eventTypeNames.includes(name), 'Not a valid webhook event name'),
    resource_version: z.string().optional(),
  })
  .refine(({ webhook_id: id, url }) => id !== undefined || url !== undefined, {
    path: ['url'],
    error: 'Required field is missing',
  });
const verificationSchema = z.object({
  auth_algo: z.string().min(1).max(100),
  cert_url: z.string().min(1).max(500),
  transmission_id: z.string().min(1).max(50),
  transmission_sig: z.string().min(1).max(500),
  transmission_time: z.string().min(1).max(100),
  webhook_id: z.string().min(1).max(50),
  webhook_event: z.record(z.string(), z.unknown()),
});

/** Serves the events that were sent, samples of them, the check of an event's signature, and the certificate of it. */
export function webhookEventRoutes(add: AddOperation, deps: SandboxDeps): void {
  const { config, transmissions } = deps;

  add('event_types.list', `GET ${path}/webhooks-event-types`, () => ({
    body: { event_types: eventTypeNames.map(eventTypeView) },
  }));
  add('events.list', `GET ${path}/webhooks-events`, (call) => {
    const query = readQuery(listQuery, call);
    const events = sentEvents(deps)
      .filter((event) => isMeant(event, query))
      .slice(0, query.page_size)
      .map(toEvent);
    const given = new URLSearchParams(call.query as Record<string, string>);
    const self = apiLink(config, `${path}/webhooks-events?${given}`, 'self');
    return { body: { events, count: events.length, links: [self] } };
  });
  add('events.get', `GET ${path}/webhooks-events/:id`, (call) => ({ body: toEvent(sentEvent(deps, call)) }));
  add('events.resend', `POST ${path}/webhooks-events/:id/resend`, (call) => {
    const { provider, eventId, type, reference, body } = sentEvent(deps, call);
    void deps.notify({ provider, eventId, type, reference, body });
    return { status: 202, body: JSON.parse(body) };
  });
  add('events.simulate', `POST ${path}/simulate-event`, (call) => {
    const { url, webhook_id: id, event_type: type } = readBody(simulationSchema, call);
    const notice = sampleEvent(deps, type);
    const receiver = id === undefined ? { url: url ?? '', id: simulatedWebhookId } : getWebhook(deps, id);
    void deps.notify({ ...notice, receivers: [{ url: receiver.url, webhookId: receiver.id }] });
    return { status: 202, body: JSON.parse(notice.body) };
  });

  add('webhooks.verify', `POST ${path}/verify-webhook-signature`, (call) => {
    const input = readBody(verificationSchema, call);
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
  add('certs.get', `GET ${path}/certs/:id`, () => ({ body: transmissions.certificate() }));
}

/** Returns the events that were told, each once, newest first. */
function sentEvents({ state }: SandboxDeps): Delivery[] {
  const ours = state.payments.deliveries.filter(({ provider }) => provider === 'paypal');
  return [...new Map(ours.map((delivery) => [delivery.eventId, delivery])).values()].reverse();
}

function sentEvent(deps: SandboxDeps, { params }: ProviderCall): Delivery {
  const event = sentEvents(deps).find(({ eventId }) => eventId === params.id);
  if (!event) throw new PaypalError('INVALID_RESOURCE_ID');
  return event;
}

/** Returns an event as it was sent, with what became of it. */
function toEvent({ body, state, url, eventId }: Delivery) {
  const status = { delivered: 'SUCCESS', failed: 'FAILURE' }[state as string] ?? 'PENDING';
  const transmissions = url === null ? [] : [{ webhook_url: url, transmission_id: eventId, status }];
  return { ...JSON.parse(body), status, transmissions };
}

function isMeant(event: Delivery, query: z.output<typeof listQuery>): boolean {
  const { start_time: start, end_time: end, transaction_id: id, event_type: type } = query;
  const { resource } = JSON.parse(event.body);
  return (
    (type === undefined || event.type === type) &&
    (id === undefined || [resource.id, resource.sale_id, resource.dispute_id].includes(id)) &&
    isBetween(event.createdAt, start, end)
  );
}
