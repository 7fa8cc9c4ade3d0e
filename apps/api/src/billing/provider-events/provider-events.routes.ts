import type { Readable } from 'node:stream';
import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../base/context.ts';
import { toNetwork } from '../../base/network.ts';
import { type PaymentProviderName, paymentProviderNames } from '../../base/payments/payment-provider.ts';
import { type BodyLimits, createBodyLimits, defaultBodySizes } from '../../http/body-limits.ts';
import { receiveBody } from '../../http/receive-body.ts';
import { type Incoming, serve } from '../../http/serve.ts';
import { receiveProviderEvent } from './receive-provider-event.ts';

/** The limits of receiving events; given where tests watch them. */
type WithLimits = { eventLimits?: BodyLimits };

/** An event is one subscription, link or payment, as the provider shows it: some kilobytes. */
const maxEventBytes = 256 * 1024;

/** The header of the signature. Without it the body is not read. */
const signatureHeaders = { paypal: 'paypal-transmission-sig', razorpay: 'x-razorpay-signature' } as const;

export function providerEventRoutes(app: FastifyInstance, context: Context & WithLimits): void {
  const limits = context.eventLimits ?? createBodyLimits(defaultBodySizes);
  const checkForged = createForgeryLimit();

  const receive =
    (provider: PaymentProviderName) =>
    async ({ request, stream, onEnd }: Incoming) => {
      if (!context.payments.providers[provider]) throw new AppError('not_found');
      if (typeof request.headers[signatureHeaders[provider]] !== 'string')
        throw new AppError('malformed_request');
      const memory = limits.reserveMemory(toNetwork(request.ip));
      onEnd(memory.release);
      const declared = Number(request.headers['content-length'] ?? 0);
      return readEvent(stream, { declared, memory, timeoutMs: limits.bodyTimeoutMs });
    };

  for (const provider of paymentProviderNames) {
    const { events } = endpoints[provider];
    serve(app)(events, { readBody: receive(provider) })(async ({ rawBody, request: { headers, ip } }) => {
      const event = { provider, headers, body: rawBody ?? Buffer.alloc(0) };
      const isTaken = await checkForged(`${provider} ${toNetwork(ip)}`, (isSuspect) =>
        receiveProviderEvent(context, { ...event, isSuspect }),
      );
      if (!isTaken)
        throw new AppError('unauthenticated', { message: 'The signature of this event is wrong.' });
      return { received: true };
    });
  }
}

type Reading = { declared: number; memory: { add: (bytes: number) => void }; timeoutMs: number };

/** Reads the whole of an event, because its signature is over its bytes. */
async function readEvent(stream: Readable, { declared, memory, timeoutMs }: Reading): Promise<Buffer> {
  if (declared > maxEventBytes) throw new AppError('payload_too_large');
  const pieces: Buffer[] = [];
  let length = 0;
  const take = (piece: Buffer): undefined => {
    length += piece.length;
    if (length > maxEventBytes) throw new AppError('payload_too_large');
    memory.add(piece.length);
    pieces.push(piece);
  };
  await receiveBody(stream, { take, timeoutMs });
  return Buffer.concat(pieces);
}

/** A sender of this many forged events in a minute is not the provider. */
const maxForgeries = 20;
const windowMs = 60_000;
const maxSenders = 10_000;

/**
 * Counts events with a wrong signature for each sender: a network, at one provider. Nobody is refused for it, because a genuine event
 * may come from the same network, behind a proxy; but for a suspect sender no call is made before a signature fits.
 */
function createForgeryLimit() {
  const counts = new LRUCache<string, number>({ max: maxSenders, ttl: windowMs });
  /** The window begins with the first. */
  const add = (sender: string, change: 1 | -1) => {
    counts.set(sender, Math.max(0, (counts.get(sender) ?? 0) + change), { noUpdateTTL: true });
  };

  /**
   * Checks an event. It counts as forged until the check ends: otherwise many that arrive at once would all be checked
   * before the first is known to be forged. Returns whether it is genuine. Throws what the check throws.
   */
  return async function check(
    sender: string,
    isGenuine: (isSuspect: boolean) => Promise<boolean>,
  ): Promise<boolean> {
    const isSuspect = (counts.get(sender) ?? 0) >= maxForgeries;
    add(sender, 1);
    let isForged = false;
    try {
      isForged = !(await isGenuine(isSuspect));
    } finally {
      if (!isForged) add(sender, -1);
    }
    return !isForged;
  };
}
