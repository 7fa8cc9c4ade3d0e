import type { BillingDetails } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Customer, Shop } from './payments.ts';

const noDetails: BillingDetails = {
  name: '',
  company: '',
  address: '',
  postalCode: '',
  city: '',
  region: '',
  country: '',
  taxId: '',
};

type Rate = {
  country: string;
  percent: number;
  name?: string;
  isIncluded?: boolean;
  note?: string;
  reverseChargeNote?: string;
  effectiveFrom?: Date;
};

/** Sets rates in the place of all that are set, each in effect for a long time unless it says otherwise. */
export async function setTaxRates(db: Db, ...rates: Rate[]): Promise<void> {
  await db.taxRate.deleteMany();
  const usual = { name: 'VAT', isIncluded: false, effectiveFrom: new Date('2020-01-01') };
  await db.taxRate.createMany({ data: rates.map((rate) => ({ ...usual, ...rate })) });
}

/** Saves billing details as the page does. */
export function saveBillingDetails({ api }: Shop, { headers }: Customer, details: Partial<BillingDetails>) {
  const payload = { ...noDetails, ...details };
  return api.app.inject({ method: 'PATCH', url: '/api/subscription/billing-details', headers, payload });
}

/** Returns somebody whose billing details are given. */
export async function customerFrom(shop: Shop, details: Partial<BillingDetails>): Promise<Customer> {
  const customer = await shop.api.signIn();
  await saveBillingDetails(shop, customer, details);
  return customer;
}
