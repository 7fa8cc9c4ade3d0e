import type { BillingDetails, TaxNeeds } from '@picksync/contracts';
import type { Db, TaxRate } from '@picksync/db';
import type { Seller } from '../../base/seller.settings.ts';
import type { TaxTerms } from './tax-amounts.ts';
import { findRatesInEffect } from './taxes.store.ts';

type Buyer = Pick<BillingDetails, 'country' | 'region' | 'taxId'>;

/** Union territories of India without a legislature: their share of GST has a name of its own. */
const withoutLegislature = new Set([
  'Andaman and Nicobar Islands',
  'Chandigarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Ladakh',
  'Lakshadweep',
]);

/** How a buyer's purchases are taxed at a moment, and what has to be known of buyers for that. */
export type TaxRules = {
  terms: (buyer: Buyer) => TaxTerms | null;
  needs: TaxNeeds;
  /** Whether there are buyers who pay more than the price. */
  isAddedAnywhere: boolean;
};

/** Reads the rates in effect. Without any, and without `TAX_PERCENT`, nobody pays a tax. */
export async function readTaxRules(db: Db, at: Date, seller: Seller): Promise<TaxRules> {
  const rates = await findRatesInEffect(db, at);
  const isIndian = seller.country === 'IN';
  const hasAny = rates.length > 0 || seller.taxPercent !== null;
  return {
    terms: (buyer) => getTaxTerms(buyer, rates, seller),
    needs: {
      country: rates.some(({ country }) => country !== '') || (isIndian && hasAny),
      state: isIndian && hasAny,
    },
    isAddedAnywhere: rates.some(({ isIncluded, percent }) => !isIncluded && percent.toNumber() > 0),
  };
}

function getTaxTerms(buyer: Buyer, rates: readonly TaxRate[], seller: Seller): TaxTerms | null {
  const own = buyer.country === '' ? undefined : rates.find(({ country }) => country === buyer.country);
  const rate = own ?? rates.find(({ country }) => country === '');
  if (!rate) {
    if (seller.taxPercent === null) return null;
    const parts = getParts({ name: 'tax', percent: seller.taxPercent }, buyer, seller);
    return { isIncluded: true, parts, note: null };
  }
  const { name, isIncluded, note, reverseChargeNote } = rate;
  const isReversed = reverseChargeNote !== '' && buyer.taxId !== '' && buyer.country !== seller.country;
  if (isReversed) return { isIncluded, parts: [{ name, percent: 0 }], note: reverseChargeNote };
  const parts = getParts({ name, percent: rate.percent.toNumber() }, buyer, seller);
  return { isIncluded, parts, note: note || null };
}

/**
 * Returns what a tax consists of. In India GST is split in halves within the seller's state, and is one across states. A buyer whose
 * state is not known counts as one of the seller's state, as the law has it.
 */
function getParts(
  { name, percent }: { name: string; percent: number },
  { country, region }: Buyer,
  seller: Seller,
): TaxTerms['parts'] {
  const { state } = seller;
  if (seller.country !== 'IN' || country !== 'IN' || percent === 0 || state === null) {
    return [{ name, percent }];
  }
  if (region !== '' && region !== state) return [{ name: 'IGST', percent }];
  const half = percent / 2;
  const ofState = withoutLegislature.has(state) ? 'UTGST' : 'SGST';
  return [
    { name: 'CGST', percent: half },
    { name: ofState, percent: half },
  ];
}
