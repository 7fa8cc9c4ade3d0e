import type { PaymentProviderName } from '../../base/payments/payment-provider.ts';
import { ProviderError, type ProviderErrorKind } from './provider-error.ts';

type Answer = { provider: PaymentProviderName; call: string; status: number; headers: Headers; text: string };

/** Returns the error of a reply: by its status, or because it is not JSON. Null when there is none. */
export function answerError({ provider, call, status, headers, text }: Answer): ProviderError | null {
  const isFine = status >= 200 && status < 300;
  const value = parseJson(text);
  // Some calls answer with nothing.
  if (isFine && (text === '' || value !== undefined)) return null;
  const kind = isFine ? 'retry' : getKind(status, value);
  const code = isFine ? 'NOT_JSON' : getCode(value);
  const retryAfterSeconds = kind === 'retry' ? retryAfter(headers) : undefined;
  return new ProviderError({ provider, call, kind, status, code, retryAfterSeconds });
}

function getKind(status: number, body: unknown): ProviderErrorKind {
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'retry';
  if (status === 401 || status === 403) return 'credentials';
  if (status === 404 || isRazorpayUnknownId(body)) return 'gone';
  return status >= 400 ? 'refused' : 'unknown';
}

/** Matches the 400 with which Razorpay answers an unknown or malformed id. */
const unknownId =
  /^the (requested )?(id|payment link)[\w ]* (does|do) not exist|is not a valid id$|^invalid input \[(id|strippedId)\]/i;

function isRazorpayUnknownId(body: unknown): boolean {
  const { description } = inner(body, 'error');
  return typeof description === 'string' && unknownId.test(description);
}

/** The code for a link whose `reference_id` exists already. */
export const referenceExists = 'REFERENCE_EXISTS';
const repeatedReference = /reference[_ ]id.*already (exists|attempted)/i;

/**
 * Returns the code of an error: PayPal sends `{ name, details: [{ issue }] }`, its token call `{ error }`, and Razorpay
 * `{ error: { code, reason } }`, where a reason that is none is null or "NA". What Razorpay says in words alone gets a code
 * of ours.
 */
function getCode(body: unknown): string | undefined {
  const { name, details, error } = inner({ body }, 'body');
  const issue = Array.isArray(details) ? inner({ first: details[0] }, 'first').issue : undefined;
  const { reason, code, description } = inner(body, 'error');
  const isRepeated = typeof description === 'string' && repeatedReference.test(description);
  return [isRepeated && referenceExists, issue, name, reason, code, error].find(
    (found): found is string => typeof found === 'string' && found !== 'NA',
  );
}

function inner(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  const found = (value as Record<string, unknown>)[name];
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
}

/** Returns what a JSON text says; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const maxRetryAfterSeconds = 60 * 60;

/** Returns the seconds of `Retry-After`. A date is compared with the provider's own clock. */
function retryAfter(headers: Headers): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const told = Date.parse(headers.get('date') ?? '');
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - told) / 1000;
  return Number.isFinite(seconds)
    ? Math.min(Math.max(Math.ceil(seconds), 0), maxRetryAfterSeconds)
    : undefined;
}
