import { type BillingDetails, emptyBillingDetails } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Customer, Shop } from './payments.ts';

type Rate = {
  country: string;
  percent: number;
  name?: string;
  isIncluded?: boolean;
  note?: string;
  reverseChargeNote?: string;
  effectiveFrom?: Date;
};

/** Replaces all tax rates. Each has been in effect since 2020 unless it says otherwise. */
export async function setTaxRates(db: Db, ...rates: Rate[]): Promise<void> {
  await db.taxRate.deleteMany();
  const usual = { name: 'VAT', isIncluded: false, effectiveFrom: new Date('2020-01-01') };
  await db.taxRate.createMany({ data: rates.map((rate) => ({ ...usual, ...rate })) });
}

/** Saves billing details as the page does. */
export function saveBillingDetails({ api }: Shop, { headers }: Customer, details: Partial<BillingDetails>) {
  const payload = { ...emptyBillingDetails, ...details };
  return api.app.inject({ method: 'PATCH', url: '/api/subscription/billing-details', headers, payload });
}

/** Signs in a customer with the given billing details. */
export async function customerFrom(shop: Shop, details: Partial<BillingDetails>): Promise<Customer> {
  const customer = await shop.api.signIn();
  await saveBillingDetails(shop, customer, details);
  return customer;
}
