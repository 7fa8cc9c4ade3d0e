import type { ErrorCode } from '@picksync/contracts';

/**
 * What went wrong, to decide by. Beside the codes of the API: `network_failed` when no reply came, `timed_out` when none came in
 * time, and `unexpected_reply` when something answered that is not Picksync.
 */
export type PicksyncErrorCode = ErrorCode | 'network_failed' | 'timed_out' | 'unexpected_reply';

type Said = {
  code: PicksyncErrorCode;
  message: string;
  /** Method and path, such as `GET /api/configurations`. */
  call: string;
  status?: number | undefined;
  errors?: Readonly<Record<string, string>> | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
};

/** Why a call failed. */
export class PicksyncError extends Error {
  override readonly name = 'PicksyncError';
  readonly code: PicksyncErrorCode;
  /** Method and path of the call. */
  readonly call: string;
  /** The HTTP status; undefined when there was no reply. */
  readonly status: number | undefined;
  /** What is wrong with which field of the request. */
  readonly errors: Readonly<Record<string, string>>;
  /** How long the API asks to wait before the next try; undefined when it does not ask. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, message, call, status, errors = {}, retryAfterSeconds, cause }: Said) {
    super(message, { cause });
    this.code = code;
    this.call = call;
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
