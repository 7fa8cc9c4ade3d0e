import { featuresWithLimit, type Plan, plans } from '@picksync/contracts';
import type { Db, Plan as PlanRow } from '@picksync/db';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import type { Seller } from '../../base/seller.settings.ts';
import { findBillingDetails } from '../billing-details/billing-details.store.ts';
import { readTaxRules } from '../taxes/read-tax-rules.ts';
import { getTax } from '../taxes/tax-amounts.ts';
import { findCurrentRows, findPlans } from './plans.store.ts';

const features = z.array(z.string()).catch([]);

/** Returns the plans, and which of them is the caller's: nobody's without a session, and none while on trial. */
export async function listPlans(context: Context, userId: string | null): Promise<Plan[]> {
  const at = context.now();
  const ownPlanId = userId === null ? null : await findOwnPlanId(context.db, { userId, now: at });
  const priceNote = await findPriceNote(context.db, { userId, at, seller: context.settings.seller });
  return (await findPlans(context.db, ownPlanId)).map((row) => {
    return { ...toView(row, ownPlanId), priceNote: row.tier === 'free' ? null : priceNote };
  });
}

/** Returns what is added to every price for a user: a tax that prices do not contain. */
async function findPriceNote(
  db: Db,
  { userId, at, seller }: { userId: string | null; at: Date; seller: Seller },
): Promise<string | null> {
  const { terms, isAddedAnywhere } = await readTaxRules(db, at, seller);
  if (!isAddedAnywhere) return null;
  const buyer = userId === null ? null : await findBillingDetails(db, userId);
  if (!buyer?.country) return 'plus tax, by country';
  const tax = getTax(0, terms(buyer));
  return tax?.isAdded && tax.percent > 0 ? `plus ${tax.percent}% ${tax.name}` : null;
}

async function findOwnPlanId(db: Db, user: { userId: string; now: Date }): Promise<number | null> {
  const { plan } = await readEntitlements(db, user);
  if (plan === 'trial') return null;
  if (plan === 'free') return plans.free.id;
  const { row } = await findCurrentRows(db, { userId: user.userId, at: user.now });
  return row?.planId ?? plans[plan].id;
}

export function toView(row: PlanRow, ownPlanId: number | null): Plan {
  const { id, name, description, tier, currency, billingCycle, configsLimit, isPopular } = row;
  return {
    id,
    name,
    description,
    tier,
    price: row.price.toNumber(),
    currency,
    billingCycle,
    billing_cycle: billingCycle,
    priceNote: null,
    maxConfigurations: configsLimit,
    features: featuresWithLimit(features.parse(row.features), configsLimit),
    isPopular,
    isSubscribed: id === ownPlanId,
  };
}
