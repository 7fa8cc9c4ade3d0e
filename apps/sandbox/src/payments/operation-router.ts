import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { registerFormParser } from '../smartsheet/api/body-parsers.ts';
import {
  getPaymentFaults,
  noPaymentFaults,
  type PaymentFaults,
  type ProviderName,
} from './payment-faults.ts';

/** A call of a provider's API, authenticated. */
export type ProviderCall = {
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  headers: Record<string, string | undefined>;
  body: unknown;
};
export type ProviderAnswer = { status?: number; body?: unknown };

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Handler = (call: ProviderCall) => ProviderAnswer | Promise<ProviderAnswer>;
/** Serves one operation. Its name, such as "links.create", is what the faults are limited to. */
export type AddOperation = (operation: string, route: `${Method} /${string}`, handler: Handler) => void;

type RouterOptions = {
  provider: ProviderName;
  deps: SandboxDeps;
  /** Throws the provider's own error when the caller may not. */
  authenticate: (request: FastifyRequest, operation: string) => void;
  /** The answer to an error of the provider's, or null for one that is none. */
  failure: (error: unknown, request: FastifyRequest) => { status: number; body: unknown } | null;
  /** The body of each fault that has one of the provider's. */
  faultBodies: (request: FastifyRequest) => Record<'unauthorized' | 'rate_limit' | 'error', unknown>;
};

const faultStatuses = { unauthorized: 401, rate_limit: 429, error: 500 } as const;
const proxyPage = '<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>';

/** Returns the function that adds a provider's operations below `/paypal` or `/razorpay`, with faults and error envelope. */
export function createOperationRouter(app: FastifyInstance, options: RouterOptions): AddOperation {
  const { provider, authenticate, failure } = options;
  parseBodies(app);
  app.setErrorHandler((error, request, reply) => {
    const known = failure(error, request);
    if (!known) throw error;
    return reply.code(known.status).send(known.body);
  });

  return (operation, route, handler) => {
    const [method = 'GET', path = '/'] = route.split(' ');
    app.route({
      method: method as Method,
      url: `/${provider}${path}`,
      handler: async (request, reply) => {
        const fault = selectFault(options, operation);
        if (fault.answer !== 'whole' && !fault.takesEffect) return spoil(reply, fault, options, undefined);
        authenticate(request, operation);
        const { status = 200, body } = await handler(toCall(request));
        if (fault.answer !== 'whole') return spoil(reply, fault, options, body);
        return reply.code(status).send(body);
      },
    });
  };
}

function toCall(request: FastifyRequest): ProviderCall {
  return {
    params: request.params as ProviderCall['params'],
    query: request.query as ProviderCall['query'],
    headers: request.headers as ProviderCall['headers'],
    body: request.body,
  };
}

/** Returns the faults for one call, and counts `times` down. */
function selectFault({ deps, provider }: RouterOptions, operation: string): PaymentFaults {
  const { faults, changes } = deps;
  const { payments } = faults.current;
  const fault = getPaymentFaults(deps, provider);
  const isMeant = fault.operations.length === 0 || fault.operations.includes(operation);
  if (fault.answer === 'whole' || !isMeant) return { ...fault, answer: 'whole' };
  if (fault.times !== null) {
    const { answer, takesEffect, operations, times } = noPaymentFaults();
    const left = fault.times - 1;
    const next = left > 0 ? { times: left } : { answer, takesEffect, operations, times };
    faults.current = { ...faults.current, payments: { ...payments, ...next } };
    changes.announce({ faults: true });
  }
  return fault;
}

function spoil(
  reply: FastifyReply,
  { answer }: PaymentFaults,
  { faultBodies }: RouterOptions,
  body: unknown,
): FastifyReply {
  if (answer === 'hang' || answer === 'whole') return reply.hijack();
  if (answer === 'html') return reply.code(502).type('text/html').send(proxyPage);
  if (answer === 'truncated') {
    const text = JSON.stringify(body ?? { id: 'cut off' });
    return reply.type('application/json').send(text.slice(0, Math.floor(text.length / 2)));
  }
  return reply.code(faultStatuses[answer]).send(faultBodies(reply.request)[answer]);
}

/** Bodies are JSON or forms; a call without one may still name a type. */
function parseBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch (error) {
      done(error as Error);
    }
  });
  registerFormParser(app);
}
