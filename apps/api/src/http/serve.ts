import {
  type EndpointDefinition,
  nextCursorHeader,
  type Parsed,
  type Reply,
  statusOf,
} from '@picksync/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Caller, callerOf } from './caller.ts';
import { acceptRawBytes, RAW_BODY_LIMIT } from './raw-bytes.ts';
import { endpointConfig } from './route-endpoint.ts';

/** What a handler is given: the parsed parts of the endpoint, and who calls (never null where a session is needed). */
export type Call<E extends EndpointDefinition> = Parsed<E> & {
  caller: E['access'] extends 'public' ? Caller | null : Caller;
  request: FastifyRequest;
  reply: FastifyReply;
} & (E extends { raw: 'bytes' } ? { rawBody: Buffer } : unknown);

/** One page of a list; `nextCursor` is null on the last one. */
export type Page<R> = { items: R; nextCursor: string | null };

/** What a handler returns: the endpoint's reply, a page of it, or, where a browser is sent on, the redirected reply. */
export type Answer<E extends EndpointDefinition> = E extends { raw: 'redirect' }
  ? FastifyReply
  : E extends { paged: true }
    ? Page<Reply<E>>
    : Reply<E>;

export type Handler<E extends EndpointDefinition> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

/** Longer than the longest wait for Smartsheet; after it whoever still waits is told that we are not ready. */
const LONGEST_MS = 60_000;

/**
 * Serves one endpoint of the contract: method, path, schemas and access come from its value, so they cannot differ
 * from what the browser believes. Curried, because TypeScript widens the literals of a handler's reply otherwise.
 */
export const serve =
  <E extends EndpointDefinition>(
    app: FastifyInstance,
    endpoint: E,
    { bodyLimit = RAW_BODY_LIMIT }: { bodyLimit?: number } = {},
  ) =>
  (handler: Handler<E>): void => {
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      config: endpointConfig(endpoint),
      schema: schemasOf(endpoint),
      handler: async (request, reply) => {
        const answer = await handler(callOf(endpoint, request, reply));
        return endpoint.raw === 'redirect' ? answer : send(endpoint, reply, answer);
      },
    };
    if (endpoint.raw !== 'bytes') {
      app.route({ ...route, handlerTimeout: LONGEST_MS });
      return;
    }
    // A scope of its own, so that only this route sees bytes where the others see JSON. Without a limit of time: it
    // costs each answer a tenth more, and the callers have limits of their own.
    app.register(async (scope) => {
      acceptRawBytes(scope);
      scope.route({ ...route, bodyLimit });
    });
  };

function schemasOf(endpoint: EndpointDefinition) {
  return {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && endpoint.raw !== 'bytes' && { body: endpoint.body }),
    ...(endpoint.raw !== 'redirect' && { response: { [statusOf(endpoint)]: endpoint.reply } }),
  };
}

function callOf<E extends EndpointDefinition>(endpoint: E, request: FastifyRequest, reply: FastifyReply) {
  const { params, query, body } = request;
  const call = { params, query, body, caller: callerOf(request), request, reply };
  // The schemas above made the parts what Parsed<E> says, and the access check ran before: see access.ts.
  return { ...call, ...(endpoint.raw === 'bytes' && { rawBody: body }) } as unknown as Call<E>;
}

function send(endpoint: EndpointDefinition, reply: FastifyReply, answer: unknown) {
  reply.code(statusOf(endpoint));
  if (!endpoint.paged) return answer;
  const page = answer as Page<unknown>;
  if (page.nextCursor !== null) reply.header(nextCursorHeader, page.nextCursor);
  return page.items;
}
