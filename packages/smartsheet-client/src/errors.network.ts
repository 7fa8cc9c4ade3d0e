import { SmartsheetError } from './errors.ts';
import type { SmartsheetOperation } from './operations.ts';

/** Error codes of failures before the first byte was sent: the call cannot have had an effect. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Returns the error for a try that got no complete reply. */
export function errorOfNoReply(failure: {
  operation: SmartsheetOperation;
  isWrite: boolean;
  timedOut: boolean;
  error: unknown;
}): SmartsheetError {
  const { operation, isWrite, timedOut, error } = failure;
  const networkCode = codeOf(error);
  const sent = networkCode === undefined || !beforeSending.has(networkCode);
  return new SmartsheetError({
    class: 'retry',
    reason: timedOut ? 'timeout' : 'network',
    operation,
    outcome: isWrite ? (sent ? 'unknown' : 'not_done') : undefined,
    detail: timedOut ? undefined : networkCode,
  });
}

/** Undici wraps the system error once (`cause`), and once more when several addresses were tried (`errors`). */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 3) return undefined;
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  return codeOf(error.cause ?? (Array.isArray(errors) ? errors[0] : undefined), depth + 1);
}
