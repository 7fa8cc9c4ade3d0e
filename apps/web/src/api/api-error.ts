import type { ErrorCode, ErrorReply } from '@picksync/contracts';

/** The body of an error when no reply came. */
export type NoReply = { success: false; message: string };

export const networkFailure = 'Network Error';
export const timeoutFailure = 'Request Timeout';

const networkMessage = 'Network error. Please check your connection and try again.';
const timeoutMessage = 'The server took too long to answer. Please try again.';

type ApiErrorFields = { message: string; status: number; statusText: string; body: unknown; cause?: unknown };

/** A failed call. Status 0: no reply came, and `statusText` says why. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly statusText: string;
  /** The parsed body; its text when it was not JSON. */
  readonly body: unknown;

  constructor({ message, status, statusText, body, cause }: ApiErrorFields) {
    super(message, { cause });
    this.status = status;
    this.statusText = statusText;
    this.body = body;
  }

  /** The body when it is an error reply of our API; else an empty object. */
  get reply(): Partial<ErrorReply> {
    return typeof this.body === 'object' && this.body !== null ? this.body : {};
  }

  get code(): ErrorCode | undefined {
    return this.reply.code;
  }
}

/** Returns whether a call needs a step-up that the user has not given. Whoever cancels the dialog knows why nothing happened. */
export function isStepUpMissing(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'proof_required';
}

/** Returns whether a call needs a session that has ended, of which a dialog of its own tells. */
export function isSessionOver(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'unauthenticated';
}

/** Returns whether an answer to a review came too late: the sheets or the settings are others by now. */
export function isReviewOutdated(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'review_outdated';
}

/** Returns whether the very same request may succeed when it is sent again; a refusal stays one. */
export function mayPassLater(problem: unknown): boolean {
  if (!(problem instanceof ApiError)) return false;
  return problem.status === 0 || problem.status === 429 || problem.status >= 500;
}

/** Returns the failure with the name of what failed, for developers; users see other words. */
export function withContext(problem: unknown, what: string): unknown {
  if (!(problem instanceof ApiError)) return problem;
  const { status, statusText, body } = problem;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new ApiError({ message: `${what}: ${text}`, status, statusText, body, cause: problem });
}

function noReply(statusText: string, message: string) {
  const body: NoReply = { success: false, message: 'Network error occurred' };
  return (cause?: unknown) => new ApiError({ message, status: 0, statusText, body, cause });
}

export const networkError = noReply(networkFailure, networkMessage);
export const timeoutError = noReply(timeoutFailure, timeoutMessage);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageIn(body: unknown): string | undefined {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/** Returns whether a text is HTML, such as a proxy's error page, which is not shown to users. */
function isMarkup(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/** Returns the error of a reply that is not a success: its message field, else its text, else its status. */
export async function getError(response: Response): Promise<ApiError> {
  const { status, statusText } = response;
  const text = await response.text().catch(() => '');
  const json = parseJson(text);
  const spoken = json === undefined ? (isMarkup(text) ? '' : text) || statusText : messageIn(json);
  const message = spoken || `Request failed with status ${status}`;
  return new ApiError({ message, status, statusText, body: json ?? text });
}
