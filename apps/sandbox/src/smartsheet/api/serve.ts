import type { FastifyInstance, RouteOptions } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Spoilt } from '../sheets/spoilt-rows.ts';
import type { Caller } from './bearer.ts';
import type { Gate } from './gate.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { type Query, readQuery } from './query.ts';

/** One call as an operation sees it: past the gate, its query readable. */
export type ApiCall = {
  /** Null only where no token is needed. */
  caller: Caller | null;
  params: unknown;
  query: Query;
  body: unknown;
  /** The raw query, for the one operation that takes its members from query and body alike. */
  rawQuery: unknown;
  changeAgent: string | undefined;
  /** What befalls the rows of a sheet that is read. */
  spoilt: Spoilt;
};

export type Handler = (call: ApiCall) => unknown;
export type Serve = (operation: Operation, handler: Handler) => void;

const MAX_CHANGE_AGENT = 512;

/** Puts an operation at its address, behind the gate. */
export function createServe(app: FastifyInstance, gate: Gate): Serve {
  return (operation, handler) => {
    const { method, url, alias } = OPERATIONS[operation];
    const route = (address: string): RouteOptions => ({
      method,
      url: address,
      onRequest: (request, reply) => gate.enter(operation, request, reply),
      onSend: (request, reply, body) => gate.leave(request, reply, body),
      handler: async (request) => {
        const agent = request.headers['smartsheet-change-agent'];
        const answer = await handler({
          caller: gate.callerOf(request),
          params: request.params,
          query: readQuery(request.query),
          rawQuery: request.query,
          body: request.body,
          // The provider cuts the chain at its front, so that the newest link stays.
          changeAgent: agent === undefined ? undefined : String(agent).slice(-MAX_CHANGE_AGENT),
          spoilt: gate.rowsOf(request),
        });
        gate.tookEffect(request);
        return answer;
      },
    });
    app.route(route(url));
    if (alias !== undefined) app.route(route(alias));
  };
}

/** The caller of an operation that needs a token; the gate has let nobody else in. */
export function callerOf({ caller }: ApiCall): Caller {
  if (!caller) throw new ApiError(1004);
  return caller;
}
