import type { FastifyInstance, RouteOptions } from 'fastify';
import type { ContentFaults } from '../../faults/faults.ts';
import { ApiError } from '../errors.ts';
import type { Caller } from './authentication.ts';
import { type Operation, operationRules } from './operations.ts';
import { parseQuery, type QueryParams } from './query-params.ts';
import type { RequestHooks } from './request-hooks.ts';

/** One authenticated call, as the handler of an operation receives it. */
export type ApiCall = {
  /** Null only for operations that need no token. */
  caller: Caller | null;
  params: unknown;
  query: QueryParams;
  body: unknown;
  /** The unparsed query, for the token endpoint, which takes its parameters from query and body. */
  rawQuery: unknown;
  changeAgent: string | undefined;
  /** The header that selects another form of the response, such as CSV. */
  accept: string;
  contentFaults: ContentFaults;
};

/** A response that is not JSON. */
export class CsvFile {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type OperationHandler = (call: ApiCall) => unknown;
export type AddOperation = (operation: Operation, handler: OperationHandler) => void;

const maxChangeAgentLength = 512;

/** Returns a function that adds the route of an operation, with the hooks around its handler. */
export function createOperationRouter(app: FastifyInstance, hooks: RequestHooks): AddOperation {
  return (operation, handler) => {
    const { method, url, alias } = operationRules[operation];
    const route = (address: string): RouteOptions => ({
      method,
      url: address,
      onRequest: (request, reply) => hooks.onRequest(operation, request, reply),
      onSend: (request, reply, body) => hooks.onSend(request, reply, body),
      handler: async (request, reply) => {
        const agent = request.headers['smartsheet-change-agent'];
        const result = await handler({
          caller: hooks.getCaller(request),
          params: request.params,
          query: parseQuery(request.query),
          rawQuery: request.query,
          body: request.body,
          // Smartsheet cuts the chain at its start, so the latest agent stays.
          changeAgent: agent === undefined ? undefined : String(agent).slice(-maxChangeAgentLength),
          accept: request.headers.accept ?? '',
          contentFaults: hooks.getContentFaults(request),
        });
        hooks.recordEffect(request);
        if (!(result instanceof CsvFile)) return result;
        reply.type('text/csv; charset=utf-8');
        return result.text;
      },
    });
    app.route(route(url));
    if (alias !== undefined) app.route(route(alias));
  };
}

/** Returns the caller of an operation that needs a token. The hooks let no other call through. */
export function getCaller({ caller }: ApiCall): Caller {
  if (!caller) throw new ApiError(1004);
  return caller;
}
