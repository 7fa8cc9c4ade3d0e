import * as z from 'zod';
import { targetRefusals } from './target-columns.ts';

function code(status: number, message: string) {
  return { status, message };
}

/**
 * Every error code of the API, its HTTP status, and the message to the user unless a better one is thrown with it.
 */
export const errorCodes = {
  malformed_request: code(400, 'The request could not be read. Please reload the page and try again.'),
  validation_failed: code(400, 'Please check the marked fields.'),
  otp_invalid: code(400, 'That code is not right. Please check it and try again.'),
  otp_expired: code(400, 'That code has expired. Please request a new one.'),
  link_invalid: code(400, 'This link is invalid or has already been used. Please request a new one.'),
  link_expired: code(400, 'This link has expired. Please request a new one.'),
  weak_password: code(400, 'This password is too easy to guess. Please choose another one.'),
  coupon_invalid: code(400, 'This coupon code is not valid.'),
  payment_mismatch: code(400, 'This payment does not belong to your order. Please contact support.'),
  passkey_refused: code(400, 'This passkey was not accepted. Please try again, or use another way.'),
  unauthenticated: code(401, 'Please log in to continue.'),
  sign_in_again: code(401, 'That took too long. Please log in again.'),
  invalid_credentials: code(401, 'Invalid credentials'),
  last_way_in: code(409, 'This is your only way in. Please set a password first.'),
  proof_required: code(403, 'Please confirm that it is you, and try again.'),
  api_key_malformed: code(
    401,
    'This is not a whole API key: something is missing or mistyped. Please copy it again.',
  ),
  api_key_revoked: code(401, 'This API key was revoked. Create another one on your account page.'),
  api_key_expired: code(401, 'This API key has expired. Create another one on your account page.'),
  verification_required: code(403, 'Please verify your email address before you log in.'),
  password_update_required: code(403, 'Please set a new password before you go on.'),
  account_disabled: code(403, 'This account is disabled. Please contact support.'),
  forbidden: code(403, 'You do not have the right to do this.'),
  cross_origin: code(403, 'This request came from another site. Please reload the page and try again.'),
  api_key_not_accepted: code(403, 'API keys cannot make this call. It is for people who are signed in.'),
  api_key_read_only: code(403, 'This API key may only read. Use one that may write.'),
  plan_required: code(403, 'Your plan does not include this. Upgrade to Premium to use it.'),
  free_plan_limit: code(403, 'Configuration limit reached. Please upgrade plan to add more configurations'),
  plan_limit_reached: code(
    403,
    'Configuration limit reached. Please upgrade plan to add more configurations',
  ),
  smartsheet_forbidden: code(
    403,
    'Smartsheet does not let your account do this. Please ask the owner of the sheet.',
  ),
  not_found: code(404, 'This does not exist, or it is not yours.'),
  request_timeout: code(408, 'The request took too long to arrive. Please try again.'),
  plan_current: code(409, 'This is your plan already.'),
  no_subscription: code(409, 'No active subscription found to cancel'),
  cannot_resume: code(409, 'This subscription cannot be resumed. Please subscribe again.'),
  column_taken: code(409, `${targetRefusals.taken}. Please choose another target column.`),
  automation_loop: code(409, 'This would lead back to its own source. Please choose another target column.'),
  too_many_webhooks: code(409, 'You have 10 webhooks. Delete one that you no longer use first.'),
  webhook_switched_off: code(409, 'This webhook is switched off. Switch it on first.'),
  too_many_api_keys: code(409, 'You have 20 API keys. Revoke one that you no longer use first.'),
  two_factor_on: code(409, 'Two-factor sign-in is on already. Turn it off first to use another app.'),
  two_factor_off: code(409, 'Two-factor sign-in is not on. Please begin again.'),
  passkey_known: code(409, 'This passkey is there already.'),
  passkeys_full: code(409, 'You have as many passkeys as one account can have. Please remove one first.'),
  idempotency_key_spent: code(
    409,
    'What this Idempotency-Key created has been deleted since. Use a new key to create it again.',
  ),
  review_outdated: code(409, 'The sheets have changed since you looked. Please review the new difference.'),
  smartsheet_not_connected: code(409, 'Please connect your Smartsheet account first.'),
  smartsheet_needs_reconnect: code(409, 'Smartsheet no longer accepts this connection. Please reconnect.'),
  smartsheet_account_changed: code(
    409,
    'You have connected another Smartsheet account meanwhile. Please choose the columns again.',
  ),
  payload_too_large: code(413, 'That is too much to send at once.'),
  address_too_long: code(414, 'This address is too long.'),
  unsupported_media_type: code(415, 'Please send JSON.'),
  idempotency_key_reused: code(
    422,
    'This Idempotency-Key was sent before with other data. Use a new key for each new automation.',
  ),
  source_not_found: code(
    422,
    'The source sheet or column was not found in Smartsheet. Please choose it again.',
  ),
  target_not_writable: code(422, 'This column cannot be filled. Please choose another target column.'),
  rate_limited: code(429, 'Too many requests. Please wait a moment and try again.'),
  too_many_attempts: code(429, 'Too many wrong attempts. Please request a new code.'),
  headers_too_large: code(
    431,
    'The request carries too much. Please delete the cookies of this site and try again.',
  ),
  internal: code(500, 'Something went wrong on our side. Please try again.'),
  payment_failed: code(
    502,
    'The payment provider did not start the payment. You were not charged. Please try again.',
  ),
  smartsheet_error: code(502, 'Smartsheet gave an answer we did not understand. Please try again.'),
  unavailable: code(503, 'The service is not ready. Please try again in a moment.'),
  payment_unavailable: code(
    503,
    'The payment provider answers with errors or not at all. Please try again in a moment.',
  ),
  smartsheet_unavailable: code(503, 'Smartsheet cannot be reached right now. Please try again in a moment.'),
  smartsheet_busy: code(
    503,
    'Smartsheet is limiting requests for your account. Please try again in a minute.',
  ),
  smartsheet_paced: code(
    503,
    'Picksync is spacing out its calls to Smartsheet to stay within the limit for your account. Please try again in a moment.',
  ),
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

export const errorCode = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

/** What some errors carry beside their message. */
const errorDetails = z.object({
  /** With `verification_required`: the login screen offers verification for `email`. */
  requiresVerification: z.boolean().optional(),
  email: z.string().optional(),
  /** With the plan limits: how many automations there are and how many the plan allows. */
  configurationCount: z.number().optional(),
  configurationLimit: z.number().optional(),
  /** With `rate_limited`, `smartsheet_busy`, `smartsheet_paced` and `too_many_attempts`. */
  retryAfterSeconds: z.number().optional(),
  /** With payment and admin failures: the text again, and the provider's own kind of failure. */
  error: z.string().optional(),
  razorpay_error_type: z.string().optional(),
});

type ErrorDetails = z.output<typeof errorDetails>;

/** The body of every reply that is not a success. `errors` maps a field to what is wrong with it. */
export const errorReply = z.object({
  code: errorCode,
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  ...errorDetails.shape,
});

export type ErrorReply = z.output<typeof errorReply>;

type AppErrorOptions = {
  message?: string;
  errors?: Record<string, string>;
  details?: ErrorDetails;
  cause?: unknown;
};

/** An expected failure with a code. Thrown by rules on the server and by the browser's call function alike. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly errors: Record<string, string> | undefined;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? errorCodes[code].message, { cause: options.cause });
    this.code = code;
    this.errors = options.errors;
    this.details = options.details ?? {};
  }

  get status(): number {
    return errorCodes[this.code].status;
  }

  /** Returns the body that is sent; never the cause. */
  toReply(): ErrorReply {
    return {
      code: this.code,
      message: this.message,
      ...(this.errors ? { errors: this.errors } : {}),
      ...errorDetails.parse(this.details),
    };
  }

  /** Returns the error that a reply's body stands for; undefined when the body is not one of ours. */
  static fromReply(body: unknown): AppError | undefined {
    const parsed = errorReply.safeParse(body);
    if (!parsed.success) return undefined;
    const { code: errorCodeOfReply, message, errors, ...details } = parsed.data;
    return new AppError(errorCodeOfReply, { message, ...(errors ? { errors } : {}), details });
  }
}

type Issue = {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
  readonly keys?: readonly string[];
};

/** The most fields that an error names, so that a request with thousands of wrong fields gets a short reply. */
const maxNamed = 20;
const maxNameLength = 200;

/**
 * Returns the `errors` map of a failed validation: the first message per field, of twenty fields at most. Other messages
 * are under `form`.
 */
export function fieldErrors(issues: readonly Issue[]): Record<string, string> {
  // A map, because a field may be called like a member that every object has.
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const path = issue.path.map(String);
    const fields =
      issue.code === 'unrecognized_keys' && issue.keys
        ? issue.keys.slice(0, maxNamed).map((key) => [...path, key].join('.').slice(0, maxNameLength))
        : [path.join('.').slice(0, maxNameLength) || 'form'];
    for (const field of fields) if (!errors.has(field)) errors.set(field, issue.message);
    if (errors.size >= maxNamed) break;
  }
  return Object.fromEntries([...errors].slice(0, maxNamed));
}
