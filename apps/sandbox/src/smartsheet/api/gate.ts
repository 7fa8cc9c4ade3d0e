import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../../parts.ts';
import type { CallLog } from '../../tools/call-log.ts';
import type { Spoilt } from '../sheets/spoilt-rows.ts';
import { type Caller, readBearer, requireCaller, requireScope } from './bearer.ts';
import { isWrite, OPERATIONS, type Operation } from './operations.ts';
import type { RateLimit } from './rate-limit.ts';
import { spoiltBody } from './spoilt-body.ts';
import { drawFate, type Fate } from './trouble.ts';
import type { WriteLock } from './write-lock.ts';

export type Gate = {
  enter: (operation: Operation, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  leave: (request: FastifyRequest, reply: FastifyReply, body: unknown) => Promise<unknown>;
  callerOf: (request: FastifyRequest) => Caller | null;
  /** Notes that the operation did what it does. */
  tookEffect: (request: FastifyRequest) => void;
  /** How the rows of a sheet are spoilt on their way out. */
  rowsOf: (request: FastifyRequest) => Spoilt;
};

type End = (status: number | null) => void;
type Call = { operation: Operation; account: string | null; sheetId: string | null };
type Visit = { caller: Caller | null; call: Call; fate: Fate; done: End };

const PROXY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>';

type GateParts = { parts: Parts; calls: CallLog; limit: RateLimit; locks: WriteLock };

/**
 * What every call passes, in this order: it is counted, meets the faults that are switched on, shows its token, is
 * measured against the limit, shows its scope, and takes the lock of the sheet it writes. The lock and the place among
 * the running calls are held until the answer goes out.
 */
export function createGate(gate: GateParts): Gate {
  const visits = new WeakMap<FastifyRequest, Visit>();
  return {
    enter: async (operation, request, reply) => {
      const visit = openVisit(gate, operation, request);
      visits.set(request, visit);
      reply.raw.once('close', () => visit.done(null));
      const { trouble, hold, lagMs } = visit.fate;
      if (lagMs > 0) await delay(lagMs);
      if (hold === 'before') await gate.parts.held.wait({ ...visit.call, hold });
      if (trouble.kind === 'refusal') throw trouble.error;
      if (trouble.kind === 'page') return reply.code(502).type('text/html').send(PROXY_PAGE);
      if (trouble.kind === 'reset') request.raw.socket.destroy();
      if (trouble.kind === 'hang' || trouble.kind === 'reset') return reply.hijack();
      return undefined;
    },
    leave: async (request, reply, body) => {
      const visit = visits.get(request);
      if (!visit) return body;
      const { trouble, hold, answerLagMs, body: kind } = visit.fate;
      if (answerLagMs > 0) await delay(answerLagMs);
      if (hold === 'after') await gate.parts.held.wait({ ...visit.call, hold });
      if (trouble.kind === 'reset-after') request.raw.socket.destroy();
      visit.done(reply.statusCode);
      return reply.statusCode === 200 && typeof body === 'string' ? spoiltBody(reply, { body, kind }) : body;
    },
    callerOf: (request) => visits.get(request)?.caller ?? null,
    tookEffect: (request) => {
      const { operation, sheetId = null } = visits.get(request)?.call ?? {};
      if (operation !== undefined && sheetId !== null && isWrite(operation)) {
        gate.calls.tookEffect({ operation, sheetId });
      }
    },
    rowsOf: (request) => visits.get(request)?.fate ?? { rows: 'whole', rowsPerAnswer: null },
  };
}

function openVisit(
  { parts, calls, limit, locks }: GateParts,
  operation: Operation,
  request: FastifyRequest,
): Visit {
  const { authorization } = request.headers;
  const bearer = readBearer(parts.state, { authorization, now: parts.now() });
  const { sheetId = null } = request.params as { sheetId?: string };
  const call = { operation, account: bearer.caller?.account.email ?? null, sheetId };
  const ends: End[] = [calls.begin({ ...call, isWrite: isWrite(operation) })];
  const fate = drawFate(parts, call);
  const done = once<number | null>((status) => {
    for (const end of ends) end(status);
  });
  const visit: Visit = { caller: null, call, fate, done };
  const { scope } = OPERATIONS[operation];
  const takesEffect = fate.trouble.kind === 'none' || fate.trouble.kind === 'reset-after';
  if (!takesEffect || scope === 'open') return visit;
  try {
    const caller = requireCaller(bearer);
    limit.take(caller.token.accessToken);
    requireScope(caller, scope);
    if (sheetId !== null && isWrite(operation)) ends.push(locks.take(sheetId));
    return { ...visit, caller };
  } catch (error) {
    return { ...visit, fate: { ...fate, trouble: { kind: 'refusal', error } } };
  }
}

function once<Given>(act: (given: Given) => void): (given: Given) => void {
  let isDone = false;
  return (given) => {
    if (isDone) return;
    isDone = true;
    act(given);
  };
}
