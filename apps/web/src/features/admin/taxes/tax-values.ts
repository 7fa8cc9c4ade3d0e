import '../../../api/zod-without-eval.ts';
import { countryName, setTaxRateBody } from '@picksync/contracts';
import type { TaxRate } from '../../../api/admin.queries.ts';
import { checkWith } from '../../../api/check-with.ts';

/** What the form holds: inputs may stay empty. */
export type TaxValues = {
  country: string;
  name: string;
  percent: string;
  isIncluded: boolean;
  note: string;
  isReversed: boolean;
  reverseChargeNote: string;
  /** A day as a date input writes it; empty for at once. */
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

export function valuesOf({ effectiveFrom, isInEffect, ...rate }: TaxRate): TaxValues {
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

/** Returns what a rate is for. */
export function nameOf(country: string): string {
  return country === '' ? 'All other countries' : countryName(country);
}

/** The body that sets what was typed. */
export function bodyOf({ isReversed, percent, reverseChargeNote, from, ...typed }: TaxValues) {
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
  const checked = checkBody(bodyOf(typed));
  return 'errors' in checked ? checked : { values: typed };
}
