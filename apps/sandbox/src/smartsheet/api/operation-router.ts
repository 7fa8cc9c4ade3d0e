import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { SandboxDeps } from '../../deps.ts';
import { type ContentFaults, noFaults } from '../../faults/faults.ts';
import {
  type AppliedFaults,
  injectAfterCall,
  injectBeforeCall,
  injectIntoBody,
  selectFaults,
} from '../../faults/inject-faults.ts';
import { apiError } from '../errors.ts';
import { widenIds } from '../ids.ts';
import { type Caller, readBearer } from './authentication.ts';
import type { CallLog } from './call-log.ts';
import { isWrite, type Operation, operationRules } from './operations.ts';
import { parseQuery, type QueryParams } from './query-params.ts';
import type { RateLimit } from './rate-limit.ts';

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
  headers: IncomingHttpHeaders;
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
const gzipText = promisify(gzip);
const minCompressedLength = 1024;

type OnEnd = (status: number | null) => void;
type Target = { operation: Operation; account: string | null; sheetId: string | null };
type OpenCall = { caller: Caller | null; target: Target; faults: AppliedFaults; end: OnEnd };

type RouterDeps = { deps: SandboxDeps; calls: CallLog; limit: RateLimit };

/**
 * Returns a function that adds the route of an operation. Around its handler, a call is logged, meets the faults that
 * are on, is authenticated, counted against the rate limit, checked for its scope, and locks the sheet it writes. The
 * lock and the entry among the running calls are released when the response goes out.
 */
export function createOperationRouter(app: FastifyInstance, router: RouterDeps): AddOperation {
  const openCalls = new WeakMap<FastifyRequest, OpenCall>();
  const lockSheet = createWriteLock();
  const { held } = router.deps;
  return (operation, handler) => {
    const { method, url, alias, takesFile = false } = operationRules[operation];
    const route = (address: string): RouteOptions => ({
      method,
      url: address,
      config: { takesFile },
      onRequest: async (request, reply) => {
        const open = openCall({ ...router, lockSheet }, operation, request);
        openCalls.set(request, open);
        reply.raw.once('close', () => open.end(null));
        return injectBeforeCall({ ...open, held }, { request, reply });
      },
      onSend: async (request, reply, body) => {
        const open = openCalls.get(request);
        const wire = typeof body === 'string' ? widenIds(body) : body;
        if (!open) return wire;
        await injectAfterCall({ ...open, held }, request);
        open.end(reply.statusCode);
        return compressBody(injectIntoBody(open.faults, reply, wire), { request, reply });
      },
      handler: async (request, reply) => {
        const open = openCalls.get(request);
        const agent = request.headers['smartsheet-change-agent'];
        const result = await handler({
          caller: open?.caller ?? null,
          params: request.params,
          query: parseQuery(request.query),
          rawQuery: request.query,
          body: request.body,
          // Smartsheet cuts the chain at its start, so the latest agent stays.
          changeAgent: agent === undefined ? undefined : String(agent).slice(-maxChangeAgentLength),
          headers: request.headers,
          contentFaults: open?.faults ?? noFaults(),
        });
        const sheetId = open?.target.sheetId ?? null;
        // The write took effect, whether or not the caller gets to know.
        if (sheetId !== null && isWrite(operation)) router.calls.recordEffect({ operation, sheetId });
        if (!(result instanceof CsvFile)) return result;
        reply.type('text/csv; charset=utf-8');
        return result.text;
      },
    });
    app.route(route(url));
    if (alias !== undefined) app.route(route(alias));
  };
}

/** Logs the call and checks whether it is allowed. An error becomes the failure among its faults. */
function openCall(
  { deps, calls, limit, lockSheet }: RouterDeps & { lockSheet: (sheetId: string) => () => void },
  operation: Operation,
  request: FastifyRequest,
): OpenCall {
  const { authorization } = request.headers;
  const bearer = readBearer(deps.state, { authorization, now: deps.now() });
  const { sheetId = null } = request.params as { sheetId?: string };
  const target = { operation, account: bearer.caller?.account.email ?? null, sheetId };
  const source = request.headers['smartsheet-integration-source']?.toString() ?? null;
  const onEnd: OnEnd[] = [calls.begin({ ...target, isWrite: isWrite(operation), source })];
  const faults = selectFaults(deps, target);
  // Once: the response ends the call, and then its connection closes.
  const end: OnEnd = (status) => {
    for (const callback of onEnd.splice(0)) callback(status);
  };
  const open: OpenCall = { caller: null, target, faults, end };
  const { scope, weight } = operationRules[operation];
  const takesEffect = faults.failure.kind === 'none' || faults.failure.kind === 'connection-reset-after';
  if (!takesEffect || scope === 'open') return open;
  try {
    if (bearer.refusal !== null) throw apiError(bearer.refusal);
    const { caller } = bearer;
    limit.take(caller.token.accessToken, weight);
    if (scope !== null && !caller.token.scopes.includes(scope)) throw apiError(1004);
    if (sheetId !== null && isWrite(operation)) onEnd.push(lockSheet(sheetId));
    return { ...open, caller };
  } catch (error) {
    return { ...open, faults: { ...faults, failure: { kind: 'error', error } } };
  }
}

/**
 * Returns what locks a sheet and returns its release. It does not wait: Smartsheet refuses a second write instead of
 * queueing it, with 4004, by whichever account the first one is.
 */
function createWriteLock(): (sheetId: string) => () => void {
  const locked = new Set<string>();
  return (sheetId) => {
    if (locked.has(sheetId)) throw apiError(4004);
    locked.add(sheetId);
    return () => locked.delete(sheetId);
  };
}

/** Returns a body as Smartsheet sends it: gzip-coded for those who accept that, and not to be kept by anybody. */
async function compressBody(
  body: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  reply.header('vary', 'Accept-Encoding').header('cache-control', 'private, no-cache, no-store');
  const isAccepted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!isAccepted || typeof body !== 'string' || body.length < minCompressedLength) return body;
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return gzipText(body, { level: constants.Z_BEST_SPEED });
}

/** Returns the caller of an operation that needs a token. The hooks let no other call through. */
export function getCaller({ caller }: ApiCall): Caller {
  if (!caller) throw apiError(1004);
  return caller;
}
