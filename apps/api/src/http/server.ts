import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { AppError } from '@picksync/contracts';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifySerializerCompiler,
} from 'fastify';
import type * as z from 'zod';
import { callerDecorator } from './caller.ts';
import { createClientErrorHandler, replyToFrameworkError } from './edge-errors.ts';
import { OneLinePerRequest } from './logging.ts';
import { validateInput } from './validate-input.ts';

const second = 1000;

export type ServerTimeouts = {
  /** For the head of a request to arrive, and for all of it. */
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  /** How often the time limits of connections are checked. */
  checkEveryMs: number;
};

const defaultTimeouts: ServerTimeouts = {
  headersTimeoutMs: 15 * second,
  requestTimeoutMs: 30 * second,
  checkEveryMs: 5 * second,
};

/**
 * Creates the server without routes. A slow or idle sender cannot hold a connection for long. The longest replies wait for
 * Smartsheet. A kept connection lives longer than the usual idle time of a load balancer (60 s), which could otherwise
 * send a request on one that is just being closed.
 */
export function createServer(options: {
  log: FastifyBaseLogger;
  publicOrigin: string;
  trustProxy: false | string[];
  timeouts?: ServerTimeouts;
}): FastifyInstance {
  const { log, publicOrigin, trustProxy, timeouts = defaultTimeouts } = options;
  const headers = toSecurityHeaders(publicOrigin);
  const app = fastify({
    loggerInstance: log,
    logController: new OneLinePerRequest(),
    genReqId: () => randomUUID(),
    trustProxy,
    bodyLimit: 64 * 1024,
    http: {
      headersTimeout: timeouts.headersTimeoutMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // Node's own refusal of a request without a host lacks our headers; it is refused below.
      requireHostHeader: false,
    },
    requestTimeout: timeouts.requestTimeoutMs,
    connectionTimeout: 90 * second,
    keepAliveTimeout: 72 * second,
    // Requests on open connections are served while closing; the connection ends with the reply.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => replyToFrameworkError({ error, request, reply, headers }),
    clientErrorHandler: createClientErrorHandler({ headers, log, newId: randomUUID }),
  });
  app.decorateRequest(callerDecorator, null);
  setHeaders(app, headers);
  acceptJsonBodies(app);
  endConnections(app);
  // Node rejects an unknown `Expect` with a reply that lacks our headers. HTTP allows to ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setValidatorCompiler(validateInput);
  app.setSerializerCompiler(serializeReply);
  return app;
}

/**
 * Returns a function that writes replies as JSON: what the schema of the endpoint does not name is left out, and a reply that
 * does not fit it fails the request.
 */
const serializeReply: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  return (reply) => {
    const { error, data } = schema.safeParse(reply);
    if (error) throw new Error(`The reply of ${method} ${url} does not fit its schema`, { cause: error });
    return JSON.stringify(data);
  };
};

function setHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(headers);
    done(hasOneHost(request) ? undefined : new AppError('malformed_request'));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Replies are personal and current, so no cache may keep them. Files set their own header.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}

/** Returns whether the request has exactly one host. Node uses the first of several; a proxy may have used another. */
function hasOneHost({ raw: { httpVersion, rawHeaders } }: FastifyRequest): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

/** How much of a rejected body is read, to keep the connection. */
const maxDrainedBytes = 64 * 1024;

/**
 * Ends a connection with its reply when the application is closing (one that is busy when closing begins would stay
 * open, and closing would wait until it idles out), and when much of the request has not been read: a sender that is
 * rejected cannot go on sending.
 */
function endConnections(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (request, reply) => {
    if (isClosing || hasUnreadBody(request)) reply.header('connection', 'close');
  });
}

function hasUnreadBody({ raw }: FastifyRequest): boolean {
  if (raw.complete !== false) return false;
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  if (encoding !== undefined) return true;
  // Node drains the rest of a body only if nobody has begun to read it.
  return Number(length ?? 0) > (raw.readableFlowing === null ? maxDrainedBytes : 0);
}

/** The escape of the character that PostgreSQL cannot store; not the escaped backslash before `u0000`. */
const escapedNul = /(?:^|[^\\])(?:\\\\)*\\u0000/;

/** The escape of half a character (a lone surrogate), which would be stored as a replacement character. */
const escapedHalf = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/i;

/**
 * Accepts bodies that are JSON in UTF-8, without characters that cannot be stored. Nothing is replaced or decoded: everything
 * else is rejected with a clear error.
 */
function acceptJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = isUtf8(body) ? body.toString('utf8') : undefined;
    if (text === undefined || escapedNul.test(text)) return done(new AppError('malformed_request'));
    parse(request, text, (error, value) => {
      // After parsing, a pair of surrogates is one character; one that is still escaped stands alone.
      const isBroken = !error && escapedHalf.test(text) && escapedHalf.test(JSON.stringify(value));
      if (isBroken) done(new AppError('malformed_request'));
      else done(error, value);
    });
    return undefined;
  });
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-encoding'] !== undefined) throw new AppError('unsupported_media_type');
  });
}

const yearSeconds = 365 * 24 * 3600;

/** Features that our pages do not use and a script that was injected must not use. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/**
 * Returns the headers that restrict our pages to what comes from this origin. They are the same for every reply, so they are
 * computed once.
 */
function toSecurityHeaders(publicOrigin: string): Record<string, string> {
  const isSecure = publicOrigin.startsWith('https:');
  return {
    'content-security-policy': [
      "default-src 'self'",
      "script-src 'self'",
      // Floating menus are placed by style attributes.
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(isSecure ? ['upgrade-insecure-requests'] : []),
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isSecure && { 'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains` }),
  };
}
