import type { EndpointDefinition } from '@picksync/contracts';
import { endpoints } from '@picksync/contracts';
import type { Metrics } from '@picksync/metrics';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiKey, readBearer, safeMethods } from './access.ts';
import { getEndpoint } from './serve.ts';

/** `none`: the caller hung up. */
type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'none';

/** Measures every request by the path of its endpoint, never by the address that was sent. Add it first. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const observe = (request: FastifyRequest, reply: FastifyReply, status_class: StatusClass) => {
    const endpoint = getEndpoint(request.routeOptions);
    // A stream is open for as long as its page is: that is no time anybody waits.
    if (endpoint?.raw === 'events' && reply.statusCode < 400) return;
    const labels = { method: request.method, route: endpoint?.path ?? toOtherRoute(request), status_class };
    metrics.observe('http_server_request_duration_seconds', labels, reply.elapsedTime / 1000);
  };
  app.addHook('onRequest', (request, reply, done) => {
    metrics.add('http_server_active_requests', 1);
    let isAnswered = false;
    reply.raw.once('finish', () => {
      isAnswered = true;
    });
    // Where the caller hangs up, as every page does that leaves its stream, the response does not finish.
    reply.raw.once('close', () => {
      metrics.add('http_server_active_requests', -1);
      if (!isAnswered) observe(request, reply, 'none');
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    observe(request, reply, `${Math.floor(reply.statusCode / 100)}xx` as StatusClass);
    const endpoint = getEndpoint(request.routeOptions);
    if (endpoint) countOutcome(metrics, { endpoint, request, reply });
    done();
  });
}

/** Files of the web application and unknown addresses: however many there are, they are two routes. */
function toOtherRoute({ routeOptions: { url } }: FastifyRequest): string {
  if (url === '/livez' || url === '/readyz' || url === '/servez') return url;
  return url === undefined || url === '*' ? 'unknown' : 'files';
}

type Answered = { endpoint: EndpointDefinition; request: FastifyRequest; reply: FastifyReply };

const tooMany = 429;

function countOutcome(metrics: Metrics, { endpoint, request, reply }: Answered): void {
  const { statusCode } = reply;
  if (statusCode === tooMany)
    metrics.count('picksync_rate_limited_total', { limit: toLimit(endpoint, request) });
  const method = signInMethods.get(endpoint.path);
  if (method)
    metrics.count('picksync_sign_ins_total', { method, outcome: statusCode < 400 ? 'ok' : 'refused' });
  const source = callbackSources.get(endpoint.path);
  if (source) metrics.count('picksync_callbacks_total', { source, outcome: toCallbackOutcome(statusCode) });
}

function toLimit(endpoint: EndpointDefinition, request: FastifyRequest) {
  if (endpoint.raw === 'bytes') return 'callbacks';
  if (endpoint.rate === 'strict') return 'sign_ins';
  if (isApiKey(readBearer(request) ?? '')) return 'api_key';
  return safeMethods.has(request.method) ? 'reads' : 'writes';
}

/** How a sign-in is tried. A password for which a second factor is missing yet is right. */
const signInMethods = new Map<string, 'password' | 'passkey' | 'second_factor'>([
  [endpoints.auth.login.path, 'password'],
  [endpoints.signInSteps.loginByPasskey.path, 'passkey'],
  [endpoints.signInSteps.giveSecondFactor.path, 'second_factor'],
]);

const callbackSources = new Map<string, 'smartsheet' | 'paypal' | 'razorpay' | 'postmark'>(
  (['smartsheet', 'paypal', 'razorpay', 'postmark'] as const).flatMap((source) =>
    Object.values(endpoints)
      .flatMap((calls): EndpointDefinition[] => Object.values(calls))
      .filter(({ raw, path }) => raw === 'bytes' && path.includes(source))
      .map(({ path }) => [path, source] as const),
  ),
);

function toCallbackOutcome(status: number) {
  if (status < 300) return 'taken';
  return status === 404 ? 'unknown' : 'refused';
}
