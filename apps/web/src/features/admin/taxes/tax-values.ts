import '../../../api/zod-without-eval.ts';
import { setTaxRateBody } from '@picksync/contracts';
import type { TaxRate } from '../../../api/admin.queries.ts';
import { checkWith } from '../../../api/check-with.ts';

/** The values of the form. Inputs may be empty. */
export type TaxValues = {
  country: string;
  name: string;
  percent: string;
  isIncluded: boolean;
  note: string;
  isReversed: boolean;
  reverseChargeNote: string;
  /** The day of a date input; empty: in effect at once. */
  from: string;
};

export const emptyRate: TaxValues = {
  country: '',
  name: 'VAT',
  percent: '',
  isIncluded: false,
  note: '',
  isReversed: false,
  reverseChargeNote: 'Reverse charge: the tax is owed by the recipient of the service.',
  from: '',
};

export function toValues({ effectiveFrom, isInEffect, ...rate }: TaxRate): TaxValues {
  return {
    country: rate.country,
    name: rate.name,
    percent: String(rate.percent),
    isIncluded: rate.isIncluded,
    note: rate.note,
    isReversed: rate.reverseChargeNote !== '',
    reverseChargeNote: rate.reverseChargeNote || emptyRate.reverseChargeNote,
    from: isInEffect ? '' : effectiveFrom.slice(0, 10),
  };
}

/** Returns the request body for the values of the form. */
export function toBody({ isReversed, percent, reverseChargeNote, from, ...typed }: TaxValues) {
  return {
    ...typed,
    percent: percent.trim() === '' ? Number.NaN : Number(percent),
    reverseChargeNote: isReversed ? reverseChargeNote : '',
    from: from || null,
  };
}

const checkBody = checkWith<unknown>(setTaxRateBody);

export function checkRate(typed: TaxValues) {
  if (typed.isReversed && typed.reverseChargeNote.trim() === '') {
    return { errors: { reverseChargeNote: 'Please give the sentence that their receipts need' } };
  }
  const checked = checkBody(toBody(typed));
  return 'errors' in checked ? checked : { values: typed };
}
