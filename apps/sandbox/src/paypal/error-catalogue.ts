/**
 * What PayPal answers when it refuses a call: names, messages, issues and their descriptions, as they stand in the error
 * catalogue of each call in PayPal's OpenAPI documents (paypal-rest-api-specifications on GitHub: catalogs_products_v1,
 * billing_subscriptions_v1 1.6, payments_payment_v2 2.5). Those documents name no issues for disputes, webhooks and version 1 of the
 * payments API: theirs are from PayPal's SDKs, samples and support threads, and said to be so.
 */

/** The errors by name, with their status and message. */
export const errorNames = {
  INVALID_REQUEST: [400, 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  AUTHENTICATION_FAILURE: [
    401,
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  NOT_AUTHORIZED: [403, 'Authorization failed due to insufficient permissions.'],
  RESOURCE_NOT_FOUND: [404, 'The specified resource does not exist.'],
  UNSUPPORTED_MEDIA_TYPE: [415, "The server does not support the request payload's media type."],
  UNPROCESSABLE_ENTITY: [
    422,
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  RATE_LIMIT_REACHED: [429, 'Too many requests. Blocked due to rate limiting.'],
  INTERNAL_SERVER_ERROR: [500, 'An internal server error occurred.'],
  // Webhooks (PayPal-PHP-SDK, PayPal-NET-SDK #293, PayPal-node-SDK #147).
  VALIDATION_ERROR: [400, 'Invalid data provided'],
  WEBHOOK_URL_ALREADY_EXISTS: [400, 'Webhook URL already exists'],
  WEBHOOK_NUMBER_LIMIT_EXCEEDED: [400, 'Webhook number limit exceeded'],
  INVALID_RESOURCE_ID: [404, 'Resource id is invalid'],
  // Version 1 of the payments API.
  TRANSACTION_ALREADY_REFUNDED: [400, 'This transaction has already been fully refunded'],
  REFUND_EXCEEDED_TRANSACTION_AMOUNT: [
    400,
    'Refund refused. Refund amount must be less than or equal to the original transaction amount',
  ],
  TRANSACTION_REFUSED: [400, 'The request was refused'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorName = keyof typeof errorNames;

/** The issues of a request that is not well-formed, for every call. */
export const syntaxIssues = {
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'The value of a field is invalid.',
  MISSING_REQUIRED_PARAMETER: 'A required field is missing.',
  MISSING_REQUEST_BODY: 'Request body is missing.',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  INVALID_STRING_MIN_LENGTH: 'The value of a field is too short.',
  INVALID_STRING_MAX_LENGTH: 'The value of a field is too long.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long.',
  INVALID_INTEGER_MIN_VALUE: 'The integer value of a field is too small.',
  INVALID_INTEGER_MAX_VALUE: 'The integer value of a field is too large.',
  INVALID_ARRAY_MIN_ITEMS: 'The number of items in an array parameter is too small.',
  INVALID_ARRAY_MAX_ITEMS: 'The number of items in an array parameter is too large.',
  UNSUPPORTED_PATCH_OPERATION: 'The specified patch operation not supported for this field.',
  INVALID_PATCH_PATH: 'The specified field cannot be patched.',
} as const;

export type SyntaxIssue = keyof typeof syntaxIssues;

/** What some calls say of an issue of form in other words. */
export const syntaxNotes = {
  startInPast: 'Start time must be a valid future date and time.',
  patchedTwice: 'Multiple operations on the same field are not allowed.',
  systemPrefix: 'Input identifier must not use system prefix(PROD-).',
} as const;

export const unknownIdDescription =
  'Specified resource ID does not exist. Please check the resource ID and try again.';
export const unknownIdInVersion1 = 'The requested resource ID was not found';
export const unknownRevisedIdDescription = 'Requested resource ID was not found.';

const tierIssues = {
  INVALID_PRICING_TIER_AMOUNT: 'Free tiers are not supported.',
  MISSING_PRICING_SCHEME_TIERS: 'Tier(s) are missing for some quantities.',
  OVERLAPPING_PRICING_SCHEME_TIERS: 'The specified quantity overlaps with multiple pricing tiers.',
  INVALID_PRICING_MODEL: 'The specified pricing model is not supported for trial billing cycle.',
  FIXED_PRICE_NOT_SUPPORTED: 'Fixed price is not supported for tiered pricing schemes.',
  INVALID_PRICING_TIER_QUANTITY: 'Tier starting quantity must be less than ending quantity.',
} as const;

const overrideIssues = {
  ...tierIssues,
  INVALID_BILLING_CYCLE_SEQUENCE: 'The provided billing cycle sequence is not available.',
  INVALID_PRICING_SCHEME:
    'The override plan pricing scheme should be of the same type as that of the original plan.',
  CURRENCY_MISMATCH: "The currency code is different from the plan's currency code.",
  SUBSCRIPTION_CANNOT_HAVE_QUANTITY:
    "Subscription can't have quantity as the plan does not support quantity.",
} as const;

function wrongStatus(action: string, needed: string) {
  const rule = `Invalid subscription status for ${action} action; subscription status should be ${needed}.`;
  return { SUBSCRIPTION_STATUS_INVALID: rule };
}

/** The rules that a well-formed call can break, by the call. */
export const rules = {
  'products.create': { DUPLICATE_RESOURCE_IDENTIFIER: 'Identifier must be unique.' },
  'plans.create': {
    ...tierIssues,
    CURRENCY_MISMATCH: 'All currency codes in the request should be of similar value.',
    MULTIPLE_FREE_TRIAL_BILLING_CYCLES_NOT_SUPPORTED: 'Only one free trial billing cycle is allowed.',
    MORE_THAN_TWO_TRIAL_BILLING_CYCLE_NOT_SUPPORTED: 'Only two trial billing cycles are allowed.',
    MISSING_REGULAR_BILLING_CYCLE: 'Plan should have at least one regular billing cycle.',
    MULTIPLE_REGULAR_BILLING_CYCLES_NOT_SUPPORTED: 'Only one regular billing cycle is allowed.',
    INVALID_BILLING_CYCLE_SEQUENCE: 'Billing cycle sequence should start with `1` and be consecutive.',
    INVALID_TRIAL_BILLING_TOTAL_CYCLES: "Total cycles for trial billing must be greater than '0'.",
    INVALID_QUANTITY_SUPPORTED: 'Quantity is always supported for volume and tiered plans.',
    CURRENCY_NOT_SUPPORTED_FOR_RECEIVER: 'This currency cannot be accepted for this recipient’s account.',
  },
  /** The other thing that a plan's order of cycles can have wrong. */
  'plans.create.order': {
    INVALID_BILLING_CYCLE_SEQUENCE: 'Trial Billing cycle should precede regular billing cycle.',
  },
  'plans.patch': {
    PLAN_STATUS_INACTIVE: 'Status update is the only patchable filed on an inactive plan.',
  },
  'plans.activate': {
    PLAN_STATUS_INVALID:
      'Invalid plan status for activate action; plan status should be either created or inactive.',
  },
  'plans.deactivate': {
    PLAN_STATUS_INVALID: 'Invalid plan status for deactivate action; plan status should be active.',
  },
  'plans.pricing': {
    ...tierIssues,
    CURRENCY_MISMATCH: "The currency code is different from the plan's currency code.",
    INVALID_BILLING_CYCLE_SEQUENCE: 'The provided billing cycle sequence is not available.',
    INVALID_PRICING_SCHEME: 'The new pricing scheme should be of the same type as that of the old one.',
  },
  'subscriptions.create': {
    ...overrideIssues,
    PLAN_STATUS_INVALID: 'Invalid plan status for subscription creation; plan status should be active.',
  },
  'subscriptions.revise': {
    ...overrideIssues,
    PLAN_PRODUCT_NOT_COMPATIBLE: 'The old and the new plans should be for the same product.',
    /** Not in the catalogue of this call; the words are those of the others. */
    ...wrongStatus('revise', 'active or suspended'),
  },
  'subscriptions.patch': {
    ...tierIssues,
    ...wrongStatus('patch', 'either active or suspended'),
    BILLING_CYCLE_EXECUTION_COMPLETED:
      'Update cannot be performed on a billing cycle that has completed execution.',
    AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE:
      'The new outstanding balance cannot be greater than the current outstanding balance.',
    INVALID_BILLING_TOTAL_CYCLES:
      'The total cycles cannot be less than the number of billing cycles completed.',
    INVALID_START_TIME: 'The start time cannot be updated for a subscription that has been activated.',
    CURRENCY_MISMATCH: "The currency code is different from the subscription's currency code.",
  },
  'subscriptions.suspend': wrongStatus('suspend', 'active'),
  'subscriptions.cancel': wrongStatus('cancel', 'active or suspended'),
  'subscriptions.activate': {
    ...wrongStatus('activate', 'suspended'),
    SUBSCRIPTION_CANNOT_BE_ACTIVATED:
      'Subscription cannot be activated after payment failure threshold has reached.',
  },
  'subscriptions.capture': {
    ...wrongStatus('capture', 'active or suspended or expired'),
    ZERO_OUTSTANDING_BALANCE: 'Current outstanding balance should be greater than zero.',
    CURRENCY_MISMATCH: "The currency code is different from the subscription's currency code.",
    AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE:
      'The capture amount can not be greater than the current outstanding balance.',
  },
  'captures.refund': {
    CANNOT_BE_ZERO_OR_NEGATIVE:
      'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
    DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
    DECIMALS_NOT_SUPPORTED:
      'Currency does not support decimals. Please refer to https://developer.paypal.com/docs/api/reference/currency-codes/ for more information.',
    INVALID_CURRENCY_CODE:
      'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/docs/api/reference/currency-codes/ for list of supported currency codes.',
    CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
    REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture',
    REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
    REFUND_AMOUNT_EXCEEDED:
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
    PENDING_CAPTURE:
      'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
    DUPLICATE_INVOICE_ID: 'Invoice ID was previously used to refund a capture.',
    REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
      'Refunds are not allowed on this capture due to a chargeback on the card or bank. Please contact the payee to resolve the chargeback.',
    TRANSACTION_DISPUTED:
      'Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.',
  },
  /** PayPal's documents do not say what becomes of a request id that comes again with another request. */
  requestId: {
    DUPLICATE_REQUEST_ID:
      'The value of PayPal-Request-Id header has already been used. Please specify a different value and try again.',
  },
  /** PayPal's documents name no issues for disputes: what may be done to one is what its links say. */
  disputes: {
    DISPUTE_ACTION_NOT_ALLOWED: 'The dispute does not allow this action in its status.',
    TRANSACTION_DISPUTED: 'There is an open case on this transaction.',
    TRANSACTION_NOT_DISPUTABLE: 'Nothing was paid with this transaction.',
  },
} as const;

export type RuledCall = keyof typeof rules;
export type RuleOf<Call extends RuledCall> = keyof (typeof rules)[Call] & string;

/** The currencies that PayPal takes money in (developer.paypal.com/api/rest/reference/currency-codes). */
export const paypalCurrencies = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(
    ' ',
  ),
);
