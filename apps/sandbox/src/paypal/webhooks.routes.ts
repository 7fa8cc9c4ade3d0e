import * as z from 'zod';
import type { Config } from '../config.ts';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { upperText } from '../payments/random-text.ts';
import { eventTypeNames, eventTypeView } from './event-types.ts';
import { apiLink } from './links.ts';
import { applyPatch, patchRules } from './patch.ts';
import { PaypalError } from './paypal.errors.ts';
import type { PaypalState, WebhookRegistration } from './paypal.model.ts';
import { readBody } from './read-input.ts';

/** An app has no more webhooks than this. */
const mostWebhooks = 10;

const urlSchema = z.url({ protocol: /^https?$/, error: 'Not a valid webhook URL' }).max(2048);
const typesSchema = z
  .array(
    z.object({
      name: z
        .string()
        .refine((name) => name === '*' || eventTypeNames.includes(name), 'Not a valid webhook event name'),
    }),
  )
  .min(1)
  .max(500);
const webhookSchema = z.object({ url: urlSchema, event_types: typesSchema });

const replacing = patchRules<WebhookRegistration>('replace');
const rules = [
  replacing('/url', urlSchema, (url) => ({ url })),
  replacing('/event_types', typesSchema, (types) => ({ eventTypes: types.map(({ name }) => name) })),
];

type Registered = Pick<SandboxDeps, 'state' | 'config'>;

/** Returns the webhooks of the app: the one of the settings, and those it registered itself. */
export function registeredWebhooks({ state, config }: Registered): WebhookRegistration[] {
  const { PAYPAL_WEBHOOK_ID: id, PAYPAL_WEBHOOK_URL: url } = config;
  const given = url === undefined ? [] : [{ id, url, eventTypes: ['*'] }];
  return [...given, ...state.payments.paypal.webhooks];
}

/** Returns the webhook of an id. Throws PayPal's 404 where there is none. */
export function getWebhook(deps: Registered, id: string | undefined): WebhookRegistration {
  const webhook = registeredWebhooks(deps).find((one) => one.id === id);
  if (!webhook) throw new PaypalError('INVALID_RESOURCE_ID');
  return webhook;
}

function webhookView(base: Config, { id, url, eventTypes }: WebhookRegistration) {
  const path = `/v1/notifications/webhooks/${id}`;
  return {
    id,
    url,
    event_types: eventTypes.map(eventTypeView),
    links: [
      apiLink(base, path, 'self'),
      apiLink(base, path, 'update', 'PATCH'),
      apiLink(base, path, 'delete', 'DELETE'),
    ],
  };
}

/** Serves the webhooks that an app registers. */
export function webhookRoutes(add: AddOperation, deps: SandboxDeps): void {
  const { state, random, changes, config } = deps;
  const path = '/v1/notifications/webhooks';
  const own = ({ params }: ProviderCall) => getWebhook(deps, params.id);

  add('webhooks.list', `GET ${path}`, () => ({
    body: { webhooks: registeredWebhooks(deps).map((webhook) => webhookView(config, webhook)) },
  }));
  add('webhooks.create', `POST ${path}`, (call) => {
    const { url, event_types: types } = readBody(webhookSchema, call);
    const webhooks = registeredWebhooks(deps);
    if (webhooks.some((one) => one.url === url)) throw new PaypalError('WEBHOOK_URL_ALREADY_EXISTS');
    if (webhooks.length >= mostWebhooks) throw new PaypalError('WEBHOOK_NUMBER_LIMIT_EXCEEDED');
    const webhook = { id: upperText(random, 17), url, eventTypes: types.map(({ name }) => name) };
    state.payments.paypal.webhooks.push(webhook);
    changes.announce({ payments: true });
    return { status: 201, body: webhookView(config, webhook) };
  });
  add('webhooks.get', `GET ${path}/:id`, (call) => ({ body: webhookView(config, own(call)) }));
  add('webhooks.types', `GET ${path}/:id/event-types`, (call) => ({
    body: { event_types: own(call).eventTypes.map(eventTypeView) },
  }));
  add('webhooks.patch', `PATCH ${path}/:id`, (call) => {
    const webhook = own(call);
    applyPatch(webhook, call, rules);
    changes.announce({ payments: true });
    return { body: webhookView(config, webhook) };
  });
  add('webhooks.delete', `DELETE ${path}/:id`, (call) => {
    const { id } = own(call);
    const { paypal } = state.payments;
    paypal.webhooks = paypal.webhooks.filter((one) => one.id !== id);
    changes.announce({ payments: true });
    return { status: 204 };
  });
  lookupRoutes(add, deps);
}

/** Serves lookups: an app's wish to get the events of accounts that it acts for. Nothing else follows from one here. */
function lookupRoutes(add: AddOperation, { state, random, config }: SandboxDeps): void {
  const path = '/v1/notifications/webhooks-lookup';
  const view = ({ id, clientId }: PaypalState['lookups'][number]) => ({
    id,
    client_id: clientId,
    links: [apiLink(config, `${path}/${id}`, 'self'), apiLink(config, `${path}/${id}`, 'delete', 'DELETE')],
  });
  const own = ({ params }: ProviderCall) => {
    const lookup = state.payments.paypal.lookups.find(({ id }) => id === params.id);
    if (!lookup) throw new PaypalError('INVALID_RESOURCE_ID');
    return lookup;
  };

  add('lookups.create', `POST ${path}`, () => {
    const lookup = { id: upperText(random, 17), clientId: config.PAYPAL_CLIENT_ID };
    state.payments.paypal.lookups.push(lookup);
    return { status: 201, body: view(lookup) };
  });
  add('lookups.list', `GET ${path}`, () => ({
    body: { webhooks_lookups: state.payments.paypal.lookups.map(view) },
  }));
  add('lookups.get', `GET ${path}/:id`, (call) => ({ body: view(own(call)) }));
  add('lookups.delete', `DELETE ${path}/:id`, (call) => {
    const lookup = own(call);
    const { lookups } = state.payments.paypal;
    lookups.splice(lookups.indexOf(lookup), 1);
    return { status: 204 };
  });
}
