import * as z from 'zod';
import { isCountryCode } from './countries.ts';
import { endpoint } from './endpoint.ts';
import { idField, idParams, isoTime, messageReply, oneLine, requiredText } from './fields.ts';

/** A text of receipts that may be left empty. */
const note = z
  .string()
  .trim()
  .max(300, 'Please use at most 300 characters')
  .regex(oneLine, 'Please write it on one line');

const shared = {
  /** ISO 3166-1, two letters; empty for all countries without a rate of their own. */
  country: z
    .string()
    .trim()
    .toUpperCase()
    .max(2, 'Please choose a country from the list')
    .refine((code) => code === '' || isCountryCode(code), 'Please choose a country from the list'),
  /** What receipts call it: `VAT`. */
  name: requiredText({ message: 'Please say what the tax is called', max: 20 }).regex(
    oneLine,
    'Please write it on one line',
  ),
  percent: z
    .number('Please give a percentage')
    .min(0, 'Please give a percentage from 0')
    .max(100, 'Please give a percentage up to 100')
    .multipleOf(0.001, 'At most three decimals'),
  /** Whether prices contain it; else it is added to them. */
  isIncluded: z.boolean(),
  /** Stands on every receipt for the country, such as why nothing is charged for an export. */
  note,
  /** With it, buyers of the country who give a tax id pay no tax, and this stands on their receipts. */
  reverseChargeNote: note,
};

const taxRate = z.object({
  id: idField,
  country: z.string(),
  name: z.string(),
  percent: z.number(),
  isIncluded: z.boolean(),
  note: z.string(),
  reverseChargeNote: z.string(),
  effectiveFrom: isoTime,
  /** False for one that begins later. */
  isInEffect: z.boolean(),
});

export const setTaxRateBody = z.strictObject({
  ...shared,
  /** The day on which it begins, at midnight UTC; null for at once. */
  from: z.iso.date('Please give a day').max(10).nullable(),
});

export const adminTaxEndpoints = {
  /** The rates in effect and those that begin later, by country. */
  list: endpoint({
    method: 'GET',
    path: '/api/admin/tax-rates',
    reply: z.object({
      rates: z.array(taxRate),
      /** What `TAX_PERCENT` says: for countries without a rate, as long as there is none for all others. */
      fallbackPercent: z.number().nullable(),
      seller: z.object({ country: z.string().nullable(), state: z.string().nullable() }),
    }),
    access: 'admin',
  }),
  /** Sets the rate of a country from now on or from a day on. One for later takes the place of one that was set for later. */
  set: endpoint({
    method: 'POST',
    path: '/api/admin/tax-rates',
    body: setTaxRateBody,
    reply: messageReply,
    access: 'admin',
    proof: 'recent',
  }),
  /** Ends a rate at once, or takes back one that has not begun. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/tax-rates/:id',
    params: idParams,
    reply: messageReply,
    access: 'admin',
    proof: 'recent',
  }),
};
