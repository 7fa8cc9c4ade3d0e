import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import {
  type EndpointDefinition,
  getStatus,
  nextCursorHeader,
  type Parsed,
  type Reply,
} from '@picksync/contracts';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify';
import { type Caller, getCaller, type KeyCaller } from './caller.ts';

/**
 * What a handler gets: the parsed parts of the request, and the caller (never null where a session is needed). The
 * raw body is undefined for a request without one.
 */
type Call<E extends EndpointDefinition, Body = Buffer> = Parsed<E> & {
  caller: E['access'] extends 'public'
    ? Caller | null
    : E extends { programs: string }
      ? Caller | KeyCaller
      : Caller;
  request: FastifyRequest;
  reply: FastifyReply;
} & (E extends { raw: 'bytes' } ? { rawBody: Body | undefined } : unknown);

/** One page of a list; `nextCursor` is null on the last one. */
export type Page<R> = { items: R; nextCursor: string | null };

/**
 * What a handler returns: the endpoint's reply, a page of it, or, for redirects and streams of events, the reply that
 * it has sent itself.
 */
type HandlerResult<E extends EndpointDefinition> = E extends { raw: 'redirect' | 'events' }
  ? FastifyReply
  : E extends { paged: true }
    ? Page<Reply<E>>
    : Reply<E>;

type Handler<E extends EndpointDefinition, Body = Buffer> = (
  call: Call<E, Body>,
) => Promise<HandlerResult<E>> | HandlerResult<E>;

/** A request whose body is being read. `onEnd` calls what it is given when the response is over, however it ends. */
export type Incoming = {
  request: FastifyRequest;
  stream: Readable;
  onEnd: (release: () => void) => void;
};

/** Reads the body of a request, where keeping all of it would take too much memory. */
type ReadBody<Body> = (incoming: Incoming) => Promise<Body>;

/** Longer than the longest wait for Smartsheet. A request that takes longer gets a 503. */
const handlerTimeoutMs = 60_000;

/**
 * Returns how to serve the endpoints of the contract on `app`: `route(endpoint)(handler)`. Method, path, schemas and access
 * come from the endpoint, so they cannot differ from what the browser uses. Curried, because TypeScript widens the
 * literals of a handler's reply otherwise.
 */
export function serve(app: FastifyInstance) {
  return <E extends EndpointDefinition, Body = Buffer>(
    endpoint: E,
    { readBody }: { readBody?: ReadBody<Body> } = {},
  ) =>
    (handler: Handler<E, Body>): void => {
      const route = toRoute(endpoint, handler);
      if (endpoint.raw === 'events' || endpoint.isFile) {
        // A stream has no time limit: a slow reader's would be cut off. Nobody needs its head alone.
        app.route({ ...route, exposeHeadRoute: false });
        return;
      }
      if (endpoint.raw !== 'bytes') {
        app.route({ ...route, handlerTimeout: handlerTimeoutMs });
        return;
      }
      // A scope of its own, so that only this route gets bytes where the others get JSON. Without a time limit: it costs a
      // tenth of each reply's time, and the callers have limits of their own.
      app.register(async (scope) => {
        acceptRawBodies(scope, readBody);
        scope.route({ ...route, bodyLimit: maxRawBodyBytes });
      });
    };
}

function toRoute<E extends EndpointDefinition, Body>(endpoint: E, handler: Handler<E, Body>): RouteOptions {
  return {
    method: endpoint.method,
    url: endpoint.path,
    // For hooks to read: see `getEndpoint`.
    config: { endpoint } as FastifyContextConfig,
    schema: toSchemas(endpoint),
    handler: async (request, reply) => {
      const answer = await handler(toCall<E, Body>(endpoint, request, reply));
      return isSentByHandler(endpoint) ? answer : send(endpoint, reply, answer);
    },
  };
}

function isSentByHandler({ raw }: EndpointDefinition): boolean {
  return raw === 'redirect' || raw === 'events';
}

function toSchemas(endpoint: EndpointDefinition) {
  return {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && endpoint.raw !== 'bytes' && { body: endpoint.body }),
    ...(!isSentByHandler(endpoint) && { response: { [getStatus(endpoint)]: endpoint.reply } }),
  };
}

function toCall<E extends EndpointDefinition, Body>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { params, query, body } = request;
  const call = { params, query, body, caller: getCaller(request), request, reply };
  // The schemas above guarantee the type Parsed<E>, and the access check has run before: see access.ts.
  return { ...call, ...(endpoint.raw === 'bytes' && { rawBody: body }) } as unknown as Call<E, Body>;
}

function send(endpoint: EndpointDefinition, reply: FastifyReply, answer: unknown) {
  reply.code(getStatus(endpoint));
  if (!endpoint.paged) return answer;
  const page = answer as Page<unknown>;
  if (page.nextCursor !== null) reply.header(nextCursorHeader, page.nextCursor);
  return page.items;
}

/** Callbacks of other services can hold many events. */
const maxRawBodyBytes = 1024 * 1024;

/**
 * Passes every body of a scope on as bytes, because a signature is over bytes. `readBody` reads them where keeping all of
 * them would take too much memory.
 */
function acceptRawBodies(scope: FastifyInstance, readBody?: ReadBody<unknown>): void {
  scope.removeAllContentTypeParsers();
  if (!readBody) {
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    return;
  }
  // A property: a weak map with an entry for each request keeps the garbage collector busy.
  scope.decorateRequest('response', null);
  scope.addHook('onRequest', (request: WithResponse, reply, done) => {
    request.response = reply.raw;
    done();
  });
  scope.addContentTypeParser('*', (request: WithResponse, stream: Readable) =>
    readBody({ request, stream, onEnd: (release) => releaseAfterResponse(request.response, release) }),
  );
}

type WithResponse = FastifyRequest & { response?: ServerResponse };

function releaseAfterResponse(response: ServerResponse | undefined, release: () => void): void {
  if (!response || response.writableFinished || response.destroyed) release();
  else response.once('finish', release).once('close', release);
}

/** Returns the endpoint in the settings of a route; undefined for static files and unknown addresses. */
export function getEndpoint(route: { config?: unknown }): EndpointDefinition | undefined {
  return (route.config as { endpoint?: EndpointDefinition } | undefined)?.endpoint;
}
