import * as z from 'zod';
import { copyRefusals } from './copy-refusals.ts';
import { maxApiKeys, maxOutgoingWebhooks, maxRules, maxSavedViews } from './limits.ts';
import { targetRefusals } from './target-columns.ts';

/** Returns codes of one HTTP status with their messages. */
function codes<C extends string>(status: number, messages: Record<C, string>) {
  const entries = Object.entries<string>(messages).map(([code, message]) => [code, { status, message }]);
  return Object.fromEntries(entries) as Record<C, { status: number; message: string }>;
}

/**
 * Every error code of the API, its HTTP status, and the message to the user unless a better one is thrown with it.
 */
export const errorCodes = {
  ...codes(400, {
    malformed_request: 'The request could not be read. Please reload the page and try again.',
    validation_failed: 'Please check the marked fields.',
    otp_invalid: 'That code is not right. Please check it and try again.',
    otp_expired: 'That code has expired. Please request a new one.',
    link_invalid: 'This link is invalid or has already been used. Please request a new one.',
    link_expired: 'This link has expired. Please request a new one.',
    weak_password: 'This password is too easy to guess. Please choose another one.',
    coupon_invalid: 'This coupon code is not valid.',
    payment_mismatch: 'This payment does not belong to your order. Please contact support.',
    passkey_refused: 'This passkey was not accepted. Please try again, or use another way.',
    channel_refused: 'The test did not arrive.',
  }),
  ...codes(401, {
    unauthenticated: 'Please log in to continue.',
    sign_in_again: 'That took too long. Please log in again.',
    invalid_credentials: 'Invalid credentials',
    api_key_malformed: 'This is not a whole API key: something is missing or mistyped. Please copy it again.',
    api_key_revoked:
      'This API key was revoked. Create another one in your settings, under API keys and webhooks.',
    api_key_expired:
      'This API key has expired. Create another one in your settings, under API keys and webhooks.',
  }),
  ...codes(403, {
    proof_required: 'Please confirm that it is you, and try again.',
    verification_required: 'Please verify your email address before you log in.',
    password_update_required: 'Please set a new password before you go on.',
    account_disabled: 'This account is disabled. Please contact support.',
    forbidden: 'You do not have the right to do this.',
    cross_origin: 'This request came from another site. Please reload the page and try again.',
    api_key_not_accepted: 'API keys cannot make this call. It is for people who are signed in.',
    api_key_read_only: 'This API key may only read. Use one that may write.',
    plan_required: 'Your plan does not include this. Upgrade to Premium to use it.',
    free_plan_limit: 'Configuration limit reached. Please upgrade plan to add more configurations',
    plan_limit_reached: 'Configuration limit reached. Please upgrade plan to add more configurations',
    smartsheet_forbidden: 'Smartsheet does not let your account do this. Please ask the owner of the sheet.',
  }),
  ...codes(404, { not_found: 'This does not exist, or it is not yours.' }),
  ...codes(408, { request_timeout: 'The request took too long to arrive. Please try again.' }),
  ...codes(409, {
    last_way_in: 'This is your only way in. Please set a password first.',
    plan_current: 'This is your plan already.',
    checkout_replaced: 'You have started another checkout meanwhile. Please go on with that one.',
    no_subscription: 'No active subscription found to cancel',
    cannot_resume: 'This subscription cannot be resumed. Please subscribe again.',
    column_taken: `${targetRefusals.taken}. Please choose another target column.`,
    automation_loop: 'This would lead back to its own source. Please choose another target column.',
    automation_of_rule:
      'This automation follows a rule. Change the rule, or keep this sheet on its own first.',
    automation_rests:
      'An earlier list was restored here. Activate it by itself, after a look at what would change.',
    match_changed: 'This sheet has changed since you looked. Please look at it again.',
    too_many_rules: `You have ${maxRules} rules. Delete one that you no longer use first.`,
    too_many_webhooks: `You have ${maxOutgoingWebhooks} webhooks. Delete one that you no longer use first.`,
    channel_test_missing: 'Send a test to this address first.',
    webhook_switched_off: 'This webhook is switched off. Switch it on first.',
    too_many_views: `You have ${maxSavedViews} saved views. Delete one that you no longer use first.`,
    too_many_api_keys: `You have ${maxApiKeys} API keys. Revoke one that you no longer use first.`,
    two_factor_on: 'Two-factor sign-in is on already. Turn it off first to use another app.',
    two_factor_off: 'Two-factor sign-in is not on. Please begin again.',
    passkey_known: 'This passkey is there already.',
    passkeys_full: 'You have as many passkeys as one account can have. Please remove one first.',
    idempotency_key_spent:
      'What this Idempotency-Key created has been deleted since. Use a new key to create it again.',
    tax_rate_changed:
      'Somebody else has changed the rates of this country meanwhile. Close this, and look at them first.',
    plan_changed: 'Somebody else has changed this plan meanwhile. Close this, and look at it first.',
    coupon_changed: 'Somebody else has changed this coupon meanwhile. Close this, and look at it first.',
    incident_goes_on: 'The measurement still sees this. It ends the incident by itself.',
    review_answered: 'This was answered already, and the first answer counts. The next sync carries it out.',
    review_outdated: 'The sheets have changed since you looked. Please review the new difference.',
    smartsheet_not_connected: 'Please connect your Smartsheet account first.',
    smartsheet_needs_reconnect: 'Smartsheet no longer accepts this connection. Please reconnect.',
    smartsheet_account_changed:
      'You have connected another Smartsheet account meanwhile. Please choose the columns again.',
  }),
  ...codes(409, copyRefusals),
  ...codes(413, { payload_too_large: 'That is too much to send at once.' }),
  ...codes(414, { address_too_long: 'This address is too long.' }),
  ...codes(415, { unsupported_media_type: 'Please send JSON.' }),
  ...codes(422, {
    idempotency_key_reused:
      'This Idempotency-Key was sent before with other data. Use a new key for each new automation.',
    source_not_found: 'The source sheet or column was not found in Smartsheet. Please choose it again.',
    place_not_found: 'The workspace or folder was not found in Smartsheet. Please choose it again.',
    too_many_folders:
      'This has more than 50 folders. A rule looks into up to 50, so choose one of its folders.',
    target_not_writable: 'This column cannot be filled. Please choose another target column.',
  }),
  ...codes(429, {
    rate_limited: 'Too many requests. Please wait a moment and try again.',
    too_many_attempts: 'Too many wrong attempts. Please request a new code.',
  }),
  ...codes(431, {
    headers_too_large: 'The request carries too much. Please delete the cookies of this site and try again.',
  }),
  ...codes(500, { internal: 'Something went wrong on our side. Please try again.' }),
  ...codes(502, {
    payment_failed: 'The payment provider did not start the payment. You were not charged. Please try again.',
    smartsheet_error: 'Smartsheet gave an answer we did not understand. Please try again.',
  }),
  ...codes(503, {
    maintenance: 'Picksync is being updated. You can look, not change. Your dropdowns stay as they are.',
    unavailable: 'The service is not ready. Please try again in a moment.',
    payment_unavailable:
      'The payment provider answers with errors or not at all. Please try again in a moment.',
    smartsheet_unavailable: 'Smartsheet cannot be reached right now. Please try again in a moment.',
    smartsheet_busy: 'Smartsheet is limiting requests for your account. Please try again in a minute.',
    smartsheet_paced:
      'Picksync is spacing out its calls to Smartsheet to stay within the limit for your account. Please try again in a moment.',
  }),
};

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
  /** With `restore_outdated`: what restoring would do now. */
  added: z.number().optional(),
  removed: z.number().optional(),
  /** With `maintenance`, `rate_limited`, `smartsheet_busy`, `smartsheet_paced` and `too_many_attempts`. */
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
