import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
import { widenIds } from '../wide-ids.ts';
import { assertScope, authenticate, type Caller, readBearer } from './authentication.ts';
import type { CallLog } from './call-log.ts';
import { isWrite, type Operation, operationRules } from './operations.ts';
import type { RateLimit } from './rate-limit.ts';

const gzipText = promisify(gzip);
const minCompressedLength = 1024;

/** What happens around the handler of every operation. */
export type RequestHooks = ReturnType<typeof createRequestHooks>;

type OnEnd = (status: number | null) => void;
type Target = { operation: Operation; account: string | null; sheetId: string | null };
type OpenCall = { caller: Caller | null; target: Target; faults: AppliedFaults; end: OnEnd };

type RequestHooksDeps = { deps: SandboxDeps; calls: CallLog; limit: RateLimit };

/**
 * Returns the hooks around an operation. A call is logged, meets the faults that are on, is authenticated, counted
 * against the rate limit, checked for its scope, and locks the sheet it writes. The lock and the entry among the
 * running calls are released when the response goes out.
 */
export function createRequestHooks(hooks: RequestHooksDeps) {
  const openCalls = new WeakMap<FastifyRequest, OpenCall>();
  const lockSheet = createWriteLock();
  const { held } = hooks.deps;
  return {
    onRequest: async (operation: Operation, request: FastifyRequest, reply: FastifyReply) => {
      const open = openCall({ ...hooks, lockSheet }, operation, request);
      openCalls.set(request, open);
      reply.raw.once('close', () => open.end(null));
      return injectBeforeCall({ ...open, held }, { request, reply });
    },
    onSend: async (request: FastifyRequest, reply: FastifyReply, body: unknown) => {
      const open = openCalls.get(request);
      const wire = typeof body === 'string' ? widenIds(body) : body;
      if (!open) return wire;
      await injectAfterCall({ ...open, held }, request);
      open.end(reply.statusCode);
      return compressBody(injectIntoBody(open.faults, reply, wire), { request, reply });
    },
    getCaller: (request: FastifyRequest) => openCalls.get(request)?.caller ?? null,
    /** Records in the call log that a write took effect. */
    recordEffect: (request: FastifyRequest) => {
      const { operation, sheetId = null } = openCalls.get(request)?.target ?? {};
      if (operation !== undefined && sheetId !== null && isWrite(operation)) {
        hooks.calls.recordEffect({ operation, sheetId });
      }
    },
    getContentFaults: (request: FastifyRequest): ContentFaults =>
      openCalls.get(request)?.faults ?? noFaults(),
  };
}

/** Logs the call and checks whether it is allowed. An error becomes the failure among its faults. */
function openCall(
  { deps, calls, limit, lockSheet }: RequestHooksDeps & { lockSheet: (sheetId: string) => () => void },
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
  const { scope } = operationRules[operation];
  const takesEffect = faults.failure.kind === 'none' || faults.failure.kind === 'connection-reset-after';
  if (!takesEffect || scope === 'open') return open;
  try {
    const caller = authenticate(bearer);
    limit.take(caller.token.accessToken);
    assertScope(caller, scope);
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
