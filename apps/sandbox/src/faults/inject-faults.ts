import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { apiError } from '../smartsheet/errors.ts';
import {
  type ContentFaults,
  type Faults,
  type FaultTarget,
  type HeldCalls,
  matchesFilter,
  noFaults,
} from './faults.ts';

const proxyErrorHtml = '<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>';
const loginPageHtml =
  '<html><head><title>Sign in</title></head><body>Please sign in to your network.</body></html>';
const errorEnvelope = JSON.stringify({
  errorCode: 4000,
  message: 'An unexpected error has occurred.',
  refId: 'x',
});
const msPerByte = 1000;

/** Why a call gets no regular response. `connection-reset-after` means that the call takes effect first. */
type Failure =
  | { kind: 'none' | 'hang' | 'connection-reset' | 'connection-reset-after' | 'proxy-error' }
  | { kind: 'error'; error: unknown };

/** The faults that apply to one call. */
export type AppliedFaults = Pick<Faults, 'hold' | 'lagMs' | 'answerLagMs' | 'body'> &
  ContentFaults & { failure: Failure };

const noEffect: AppliedFaults = { ...noFaults(), failure: { kind: 'none' } };
const errorCodeByFault = { 500: 4000, 503: 4001, 504: 4002, 4004: 4004 } as const;

type FaultyCall = { target: FaultTarget; faults: AppliedFaults; held: HeldCalls };

/** Returns the faults for one call. Counts `skip` and `times` down, and turns everything off after the last time. */
export function selectFaults({ faults, random, changes }: SandboxDeps, target: FaultTarget): AppliedFaults {
  const { current } = faults;
  if (!appliesTo(current, target)) return noEffect;
  if (current.skip > 0) {
    faults.current = { ...current, skip: current.skip - 1 };
    return noEffect;
  }
  const applied = { ...current, failure: selectFailure(current, random) };
  if (current.times !== null && hasEffect(applied, target)) {
    const left = current.times - 1;
    faults.current = left > 0 ? { ...current, times: left } : { ...noFaults(), payments: current.payments };
    changes.announce({ faults: true });
  }
  return applied;
}

/** Returns whether the faults apply to this call. */
function appliesTo(faults: Faults, { operation, account, sheetId }: FaultTarget): boolean {
  return (
    matchesFilter(faults.operations, operation) &&
    matchesFilter(faults.accounts, account) &&
    matchesFilter(faults.sheets, sheetId)
  );
}

function selectFailure(faults: Faults, random: () => number): Failure {
  if (faults.hang) return { kind: 'hang' };
  if (faults.reset === 'before') return { kind: 'connection-reset' };
  if (faults.storm) return { kind: 'error', error: apiError(4003) };
  if (faults.errorRate > 0 && random() < faults.errorRate) {
    if (faults.errorStatus === 502) return { kind: 'proxy-error' };
    return { kind: 'error', error: apiError(errorCodeByFault[faults.errorStatus]) };
  }
  return { kind: faults.reset === 'after' ? 'connection-reset-after' : 'none' };
}

function hasEffect(
  { failure, hold, body, rows, rowsPerAnswer, sheetList, refusedRows }: AppliedFaults,
  { operation }: FaultTarget,
): boolean {
  if (failure.kind !== 'none' || hold !== 'off' || body !== 'whole') return true;
  if (operation === 'sheets.list') return sheetList !== 'whole';
  if (operation === 'rows.update') return refusedRows.length > 0;
  return operation === 'sheets.get' && (rows !== 'whole' || rowsPerAnswer !== null);
}

/**
 * Delays, holds or fails a call before it takes effect. Returns the reply when the call ends here, else undefined.
 * Throws the error of a call that is to be refused.
 */
export async function injectBeforeCall(
  { target, faults, held }: FaultyCall,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply | undefined> {
  const { failure, hold, lagMs } = faults;
  if (lagMs > 0) await delay(lagMs);
  if (hold === 'before') await held.wait({ ...target, hold });
  if (failure.kind === 'error') throw failure.error;
  if (failure.kind === 'proxy-error') return reply.code(502).type('text/html').send(proxyErrorHtml);
  if (failure.kind === 'connection-reset') request.raw.socket.destroy();
  if (failure.kind === 'hang' || failure.kind === 'connection-reset') return reply.hijack();
  return undefined;
}

/** Delays, holds or cuts off a response after the call took effect. */
export async function injectAfterCall(
  { target, faults, held }: FaultyCall,
  request: FastifyRequest,
): Promise<void> {
  const { failure, hold, answerLagMs } = faults;
  if (answerLagMs > 0) await delay(answerLagMs);
  if (hold === 'after') await held.wait({ ...target, hold });
  if (failure.kind === 'connection-reset-after') request.raw.socket.destroy();
}

/** Returns the body to send: for a successful response the one that the fault `body` asks for. */
export function injectIntoBody(faults: AppliedFaults, reply: FastifyReply, body: unknown): unknown {
  const isSuccessful = reply.statusCode === 200 && typeof body === 'string';
  return isSuccessful ? corruptBody(reply, { body, kind: faults.body }) : body;
}

/** Returns a successful response's body as the fault `kind` sends it. */
function corruptBody(reply: FastifyReply, { body, kind }: { body: string; kind: Faults['body'] }) {
  switch (kind) {
    case 'whole':
      return body;
    case 'truncated':
      return body.slice(0, body.length / 2);
    case 'error':
      return errorEnvelope;
    case 'html':
      reply.type('text/html');
      return loginPageHtml;
    case 'slow':
      return Readable.from(byteByByte(body));
  }
}

async function* byteByByte(body: string) {
  for (const byte of Buffer.from(body)) {
    yield Buffer.from([byte]);
    await delay(msPerByte, undefined, { ref: false });
  }
}
