import type { SmartsheetError } from './errors.ts';

/** What every call takes besides its own arguments. */
export type CallOptions = {
  /** Gives up waiting, the call and its retries; the call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds of silence and for one attempt as a whole, instead of the client's own. */
  timeoutMs?: number | undefined;
  overallTimeoutMs?: number | undefined;
  /** Named in `Smartsheet-Change-Agent` instead of the client's own. */
  changeAgent?: string | undefined;
  /**
   * Called before each try but the first. When it throws, that try is not made and the call ends with what was thrown:
   * for writes that may be out of date by the time they are repeated.
   */
  beforeRetry?: ((error: SmartsheetError) => Promise<void>) | undefined;
  /**
   * Called right before each try is sent, after all waiting. When it throws, that try is not made, as if Smartsheet had
   * answered with what was thrown: it is tried again if that says so.
   */
  beforeSend?: (() => void) | undefined;
};
