import type { PaymentProviderName } from '../../base/payments/payment-provider.ts';

/**
 * `retry`: passes by itself (network, time-out, 429, 5xx, a page in place of an answer). `refused`: what we asked for is not
 * allowed. `credentials`: the provider does not accept ours. `gone`: it does not know the reference. `unknown`: a reply
 * that we do not understand, and so do not act on.
 */
export type ProviderErrorKind = 'retry' | 'refused' | 'credentials' | 'gone' | 'unknown';

type Details = {
  provider: PaymentProviderName;
  kind: ProviderErrorKind;
  /** What was being done, such as `open`. */
  call: string;
  /** The HTTP status, as far as there was an answer. */
  status?: number | undefined;
  /** The provider's own code, such as `SUBSCRIPTION_STATUS_INVALID`. */
  code?: string | undefined;
  retryAfterSeconds?: number | undefined;
};

/** Returns whether an id may become a part of an address. */
export function isPlainId(id: string | null): id is string {
  return id !== null && /^[\w-]{1,128}$/.test(id);
}

/** Throws `gone` for an id that no provider has given. */
export function assertPlainId(id: string, about: { provider: PaymentProviderName; call: string }): void {
  if (!isPlainId(id)) throw new ProviderError({ ...about, kind: 'gone' });
}

/**
 * An error of a payment provider. It holds only what is safe to log: names, codes and numbers, never the text of a
 * reply, an address or a cause, because those carry keys and personal data.
 */
export class ProviderError extends Error {
  readonly provider: PaymentProviderName;
  readonly kind: ProviderErrorKind;
  readonly call: string;
  readonly status: number | null;
  readonly code: string | null;
  readonly retryAfterSeconds: number | null;

  constructor({ provider, kind, call, status, code, retryAfterSeconds }: Details) {
    const safeCode = code !== undefined && /^[\w.:-]{1,80}$/.test(code) ? code : undefined;
    super([provider, call, kind, status, safeCode].filter((part) => part !== undefined).join(' '));
    this.name = 'ProviderError';
    this.provider = provider;
    this.kind = kind;
    this.call = call;
    this.status = status ?? null;
    this.code = safeCode ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}
