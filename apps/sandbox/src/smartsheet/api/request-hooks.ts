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
import { widenIds } from '../wide-ids.ts';
import { assertScope, authenticate, type Caller, readBearer } from './authentication.ts';
import type { CallLog } from './call-log.ts';
import { compressBody } from './compress-body.ts';
import { isWrite, type Operation, operationRules } from './operations.ts';
import type { RateLimit } from './rate-limit.ts';
import type { WriteLock } from './write-lock.ts';

/** What happens around the handler of every operation. */
export type RequestHooks = {
  onRequest: (operation: Operation, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  onSend: (request: FastifyRequest, reply: FastifyReply, body: unknown) => Promise<unknown>;
  getCaller: (request: FastifyRequest) => Caller | null;
  /** Records in the call log that a write took effect. */
  recordEffect: (request: FastifyRequest) => void;
  getContentFaults: (request: FastifyRequest) => ContentFaults;
};

type OnEnd = (status: number | null) => void;
type Target = { operation: Operation; account: string | null; sheetId: string | null };
type OpenCall = { caller: Caller | null; target: Target; faults: AppliedFaults; end: OnEnd };

type RequestHooksDeps = { deps: SandboxDeps; calls: CallLog; limit: RateLimit; locks: WriteLock };

/**
 * Returns the hooks around an operation. A call is logged, meets the faults that are on, is authenticated, counted
 * against the rate limit, checked for its scope, and locks the sheet it writes. The lock and the entry among the
 * running calls are released when the response goes out.
 */
export function createRequestHooks(hooks: RequestHooksDeps): RequestHooks {
  const openCalls = new WeakMap<FastifyRequest, OpenCall>();
  const { held } = hooks.deps;
  return {
    onRequest: async (operation, request, reply) => {
      const open = openCall(hooks, operation, request);
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
    getCaller: (request) => openCalls.get(request)?.caller ?? null,
    recordEffect: (request) => {
      const { operation, sheetId = null } = openCalls.get(request)?.target ?? {};
      if (operation !== undefined && sheetId !== null && isWrite(operation)) {
        hooks.calls.recordEffect({ operation, sheetId });
      }
    },
    getContentFaults: (request) => openCalls.get(request)?.faults ?? noFaults(),
  };
}

/** Logs the call and checks whether it is allowed. An error becomes the failure among its faults. */
function openCall(
  { deps, calls, limit, locks }: RequestHooksDeps,
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
  const end = once<number | null>((status) => {
    for (const callback of onEnd) callback(status);
  });
  const open: OpenCall = { caller: null, target, faults, end };
  const { scope } = operationRules[operation];
  const takesEffect = faults.failure.kind === 'none' || faults.failure.kind === 'connection-reset-after';
  if (!takesEffect || scope === 'open') return open;
  try {
    const caller = authenticate(bearer);
    limit.take(caller.token.accessToken);
    assertScope(caller, scope);
    if (sheetId !== null && isWrite(operation)) onEnd.push(locks.acquire(sheetId));
    return { ...open, caller };
  } catch (error) {
    return { ...open, faults: { ...faults, failure: { kind: 'error', error } } };
  }
}

function once<Value>(callback: (value: Value) => void): (value: Value) => void {
  let isDone = false;
  return (value) => {
    if (isDone) return;
    isDone = true;
    callback(value);
  };
}
