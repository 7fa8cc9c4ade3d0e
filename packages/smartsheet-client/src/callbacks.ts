import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { parseExactJson } from './exact-json.ts';
import { type WebhookStatus, webhookStatus } from './webhooks.wire.ts';
import { wireId, wireIdOrNull, wireText, wireTime } from './wire.ts';

const eventSchema = z.object({
  /** sheet, row, column, cell, … */
  objectType: z.string(),
  /** created, updated, deleted. */
  eventType: z.string(),
  /** The object's id; null for cells. */
  id: wireIdOrNull,
  /** Of cells only. */
  rowId: wireIdOrNull,
  columnId: wireIdOrNull,
  userId: wireIdOrNull,
  timestamp: wireTime,
  /** The chain of `Smartsheet-Change-Agent` values of the request that caused it. */
  changeAgent: wireText,
});

/** Something that changed, without its new value. */
type CallbackEvent = z.output<typeof eventSchema>;

/** Which webhook a callback is about, and when. `nonce` is the same in every try of one callback. */
type CallbackFrame = {
  webhookId: string;
  nonce: string | null;
  sheetId: string | null;
  timestamp: Date | null;
};

/** One request of Smartsheet to a callback address. */
export type Callback =
  | { kind: 'challenge'; webhookId: string; challenge: string }
  | (CallbackFrame & {
      kind: 'events';
      /** Parsed one by one as they are iterated, so that a reader that stops early pays for no more. Iterate once. */
      events: Iterable<CallbackEvent>;
    })
  | (CallbackFrame & { kind: 'status'; status: WebhookStatus });

/** Header and body member in which a challenge is returned. */
const challengeHeader = 'smartsheet-hook-response';

/**
 * Returns the reply to a challenge: status 200 with this header or this body (both are sent). Anything but 200, for a
 * webhook we do not know, refuses it. The challenge is repeated once every 100 callbacks. ("Webhook verification")
 */
export function challengeReply(challenge: string) {
  return {
    status: 200,
    headers: { [challengeHeader]: challenge },
    body: { smartsheetHookResponse: challenge },
  };
}

/**
 * Reads the raw body of a callback, after its signature was found good (challenges are not known to be signed).
 * Undefined when it is none of the three kinds. Reply with exactly 200: 202 or 204 disables the webhook.
 */
export function parseCallback(rawBody: Uint8Array | string): Callback | undefined {
  const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
  try {
    return callbackSchema.safeParse(parseExactJson(text)).data;
  } catch {
    return undefined;
  }
}

/** Returns whether `agent` is in the chain of an event; the chain is cut at its front when it gets too long. */
export function isCausedBy(event: Pick<CallbackEvent, 'changeAgent'>, agent: string): boolean {
  return event.changeAgent?.split(',').some((link) => link.trim() === agent) ?? false;
}

/** An event of a shape we do not know: something happened, and its cause is unknown. */
const unknownEvent = eventSchema.parse({ objectType: 'unknown', eventType: 'unknown' });

function* readEvents(events: readonly unknown[]): Generator<CallbackEvent> {
  for (const event of events) yield eventSchema.safeParse(event).data ?? unknownEvent;
}

const frame = { webhookId: wireId, nonce: wireText, scopeObjectId: wireIdOrNull, timestamp: wireTime };

const callbackSchema: z.ZodType<Callback> = z.union([
  z
    .object({ webhookId: wireId, challenge: z.string().min(1) })
    .transform((challenge) => ({ kind: 'challenge' as const, ...challenge })),
  z
    .object({ ...frame, newWebhookStatus: z.string() })
    .transform(({ newWebhookStatus, scopeObjectId, ...rest }) => ({
      kind: 'status' as const,
      ...rest,
      sheetId: scopeObjectId,
      status: webhookStatus.parse(newWebhookStatus),
    })),
  z
    .object({ ...frame, events: z.custom<unknown[]>(Array.isArray) })
    .transform(({ scopeObjectId, events, ...rest }) => ({
      kind: 'events' as const,
      ...rest,
      sheetId: scopeObjectId,
      events: readEvents(events),
    })),
]);

/** Ports Smartsheet delivers to ("Callback URL"). The empty one is 443. */
const allowedPorts = new Set(['', '443', '8000', '8008', '8080', '8443']);

const localName = /^(localhost|.*\.(localhost|local|internal))$/i;

/** Where a site receives callbacks, and whether a local stand-in for Smartsheet sends them. */
export type CallbackSite = { base: string; isStandIn: boolean };

/**
 * Returns whether Smartsheet would deliver to a site: public https on one of its ports. A local stand-in for Smartsheet
 * delivers anywhere.
 */
export function canReceiveCallbacks({ base, isStandIn }: CallbackSite): boolean {
  if (isStandIn) return true;
  const { protocol, port, hostname } = new URL(base);
  return protocol === 'https:' && allowedPorts.has(port) && isPublic(hostname);
}

function isPublic(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) ? ipaddr.process(address).range() === 'unicast' : !localName.test(hostname);
}
