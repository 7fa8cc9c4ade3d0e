import * as z from 'zod';
import { countryField, countryName } from './countries.ts';
import { endpoint } from './endpoint.ts';
import { adminAct } from './endpoint-kinds.ts';
import { idField, idParams, isoTime, oneLine, requiredText } from './fields.ts';

/** A note on receipts; may be empty. */
const note = z
  .string()
  .trim()
  .max(300, 'Please use at most 300 characters')
  .regex(oneLine, 'Please write it on one line');

const shared = {
  /** Empty for all countries without a rate of their own. */
  country: countryField,
  /** The name of the tax on receipts: `VAT`. */
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
  /** Printed on every receipt for the country, such as why an export is free of tax. */
  note,
  /** If set, buyers in the country who give a tax id pay no tax, and their receipts show this note. */
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

/** Returns the name of the country that a tax rate is for; empty stands for all others. */
export function taxCountryName(country: string): string {
  return country === '' ? 'All other countries' : countryName(country);
}

export const setTaxRateBody = z.strictObject({
  ...shared,
  /** The day on which it begins, at midnight UTC; null for at once. */
  from: z.iso.date('Please give a day').max(10).nullable(),
  /** The ids of the country's rates when the form was opened. Others than those of now are refused, so that none is overwritten unseen. */
  seen: z.array(idField).max(10).optional(),
});

export const adminTaxEndpoints = {
  /** The rates in effect and those that begin later, by country. */
  list: endpoint('GET', '/api/admin/tax-rates', {
    reply: z.object({
      rates: z.array(taxRate),
      /** `TAX_PERCENT`: applies to countries without a rate unless a rate for all other countries is set. */
      fallbackPercent: z.number().nullable(),
      seller: z.object({ country: z.string().nullable(), state: z.string().nullable() }),
    }),
    access: 'admin',
  }),
  /** Sets the rate of a country from now or from a later day. A later rate replaces the one already scheduled. */
  set: endpoint('POST', '/api/admin/tax-rates', { ...adminAct, body: setTaxRateBody }),
  /** Ends a rate that is in effect, or deletes one that has not begun. */
  remove: endpoint('DELETE', '/api/admin/tax-rates/:id', { ...adminAct, params: idParams }),
};
