import * as z from 'zod';
import { isSupportedCurrency, leastAmount } from './currencies.ts';
import { linkError } from './razorpay.errors.ts';

const minuteMs = 60_000;
const shortestLifeMs = 15 * minuteMs;
const longestMonths = 6;
const maxNotes = 15;
const longestNote = 255;
/** A test account takes no more at once. */
const largestAmount = 50_000_000;

const wholeNumber = z.number('must be a whole number').int('must be a whole number');

const notes = z
  .record(
    z.string(),
    z.coerce.string().max(longestNote, `the length must not be greater than ${longestNote}.`),
  )
  .refine((pairs) => Object.keys(pairs).length <= maxNotes, `the length must be no more than ${maxNotes}`)
  .nullish()
  .transform((pairs) => pairs ?? {});

const referenceId = z.string().max(40, 'the length must be no more than 40');

/** What may be changed later. */
const changeable = {
  accept_partial: z.boolean().optional(),
  reference_id: referenceId.optional(),
  /** Seconds. */
  expire_by: wholeNumber.min(0).optional(),
  notes: notes.optional(),
  reminder_enable: z.boolean().optional(),
};

const linkSchema = z.strictObject({
  ...changeable,
  amount: z
    .number({
      error: ({ input }) => (input === undefined ? 'cannot be blank' : 'Amount should be whole number'),
    })
    .int('Amount should be whole number'),
  currency: z.string().refine(isSupportedCurrency, 'Currency is not supported').default('INR'),
  first_min_partial_amount: wholeNumber.min(0).optional(),
  upi_link: z.stringbool().or(z.boolean()).default(false),
  whatsapp_link: z.boolean().optional(),
  description: z.string().max(2048, 'the length must be no more than 2048').default(''),
  customer: z
    .object({
      name: z.string().optional(),
      email: z.email('must be a valid email address').optional(),
      contact: z.coerce.string().optional(),
    })
    .nullish()
    .transform((customer) => customer ?? {}),
  notify: z
    .object({ sms: z.boolean().optional(), email: z.boolean().optional(), whatsapp: z.boolean().optional() })
    .nullish(),
  callback_url: z.url('must be a valid URL').or(z.literal('')).default(''),
  callback_method: z.literal('get', 'must be a valid value').or(z.literal('')).optional(),
  options: z.looseObject({}).optional(),
});
const changeSchema = z.strictObject(changeable);

export type LinkInput = z.output<typeof linkSchema>;
export type LinkChange = z.output<typeof changeSchema>;

/** Returns what a new link is to be. Throws Razorpay's error. `at` is the time, `isTest` whether the key is of the test mode. */
export function readLinkInput(body: unknown, { at, isTest }: { at: number; isTest: boolean }): LinkInput {
  const input = read(linkSchema, body);
  assertUpi(input, isTest);
  const problems = [
    ...amountProblems(input),
    ...(input.callback_url && !input.callback_method ? ['callback_method: cannot be blank'] : []),
    ...expiryProblems(input.expire_by, at),
  ];
  if (problems.length > 0) throw linkError(`${problems.join('; ')}.`);
  return input;
}

/** Returns what is to change of a link. Throws Razorpay's error. */
export function readLinkChange(body: unknown, at: number): LinkChange {
  const change = read(changeSchema, body);
  const problems = expiryProblems(change.expire_by, at);
  if (problems.length > 0) throw linkError(`${problems.join('; ')}.`);
  return change;
}

/** Throws one error for all fields, sorted, as Razorpay does: "amount: cannot be blank; reference_id: the length …". */
function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (issues.some(({ code }) => code === 'unrecognized_keys')) throw linkError('wrong input fields sent');
  const problems = issues.map(({ path: [field = '', ...inner], message }) =>
    inner.length === 0
      ? `${String(field)}: ${message}`
      : `${String(field)}: (${inner.join('.')}: ${message}.)`,
  );
  throw linkError(`${problems.sort().join('; ').replace(/\.$/, '')}.`);
}

function assertUpi(
  { upi_link: isUpi, currency, accept_partial: isPartial }: LinkInput,
  isTest: boolean,
): void {
  if (!isUpi) return;
  if (currency !== 'INR') throw linkError('upi is currently supported only in indian currency');
  if (isPartial) throw linkError('partial payment not supported in upi link');
  if (isTest)
    throw linkError(
      'UPI Payment Links is not supported in Test Mode. Please experience the product in Live Mode.',
    );
}

function amountProblems({ amount, currency, first_min_partial_amount: part = 0 }: LinkInput): string[] {
  // Zero is the same as nothing there.
  if (amount === 0) return ['amount: cannot be blank'];
  if (amount > largestAmount) return ['amount exceeds maximum amount allowed'];
  return [
    ...(amount < leastAmount(currency) ? [`amount: amount should be minimum 1.00 for ${currency}`] : []),
    ...(part > amount ? [`first_min_partial_amount: ${part} must be less than or equal to ${amount}`] : []),
  ];
}

function expiryProblems(expireBy: number | undefined, at: number): string[] {
  if (expireBy === undefined || expireBy === 0) return [];
  const end = expireBy * 1000;
  if (end < at + shortestLifeMs) return ['expire_by: timestamp must be atleast 15 minutes in future'];
  return end > latestExpiry(at) ? ['expire_by: timestamp must be within six months'] : [];
}

/** Returns the last moment a link made now may end. */
export function latestExpiry(from: number): number {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + longestMonths);
  return end.getTime();
}
