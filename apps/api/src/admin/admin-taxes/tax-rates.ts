import { isDeepStrictEqual } from 'node:util';
import { AppError, type endpoints, type Parsed, type Reply, taxCountryName } from '@picksync/contracts';
import { type Prisma, type TaxRate, type Tx, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { findRatesInEffect, findRatesToCome } from '../../billing/taxes/taxes.store.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

type Calls = typeof endpoints.adminTaxes;
type Listed = Reply<Calls['list']>;

/** Returns the rates of each country: the one in effect and the one to come. */
export async function listTaxRates(context: Context): Promise<Listed> {
  const at = context.now();
  const [inEffect, toCome] = await Promise.all([
    findRatesInEffect(context.db, at),
    findRatesToCome(context.db, at),
  ]);
  const { country, state, taxPercent } = context.settings.seller;
  return {
    rates: [...inEffect, ...toCome].map((rate) => toView(rate, at)).sort(byCountry),
    fallbackPercent: taxPercent,
    seller: { country, state },
  };
}

function toView({ percent, effectiveFrom, ...rate }: TaxRate, at: Date): Listed['rates'][number] {
  return {
    ...rate,
    percent: percent.toNumber(),
    effectiveFrom: effectiveFrom.toISOString(),
    isInEffect: effectiveFrom <= at,
  };
}

/** Compares rates by the name of their country. The rate of all other countries comes last. */
function byCountry(a: Listed['rates'][number], b: Listed['rates'][number]): number {
  if (a.country === b.country) return a.effectiveFrom.localeCompare(b.effectiveFrom);
  if (a.country === '' || b.country === '') return a.country === '' ? 1 : -1;
  return taxCountryName(a.country).localeCompare(taxCountryName(b.country), 'en');
}

/**
 * Sets the rate of a country from now or from a later day. Issued receipts keep theirs. Throws `validation_failed` for a
 * day in the past and for a reverse charge within the seller's country, and `tax_rate_changed` where the country has other rates
 * than those that were seen.
 */
export function setTaxRate(
  context: Context,
  by: Admin,
  { from, seen, ...data }: Parsed<Calls['set']>['body'],
): Promise<{ message: string }> {
  const at = context.now();
  const effectiveFrom = getStart(from, at);
  if (
    data.reverseChargeNote !== '' &&
    data.country !== '' &&
    data.country === context.settings.seller.country
  ) {
    const reverseChargeNote = 'A reverse charge is for buyers in other countries than the seller’s';
    throw new AppError('validation_failed', { errors: { reverseChargeNote } });
  }
  return transact(context.db, async (tx) => {
    await lockTaxRates(tx);
    if (seen) await assertUnchanged(tx, { country: data.country, seen, at });
    const rate = await writeTaxRate(tx, { ...data, effectiveFrom, at });
    const name = `${describeRate(rate)}${effectiveFrom > at ? ` from ${from}` : ''}`;
    await recordAdminAction(context, tx, { by, action: 'tax_rate_set', name });
    return { message: `${name} is set.` };
  });
}

async function assertUnchanged(
  tx: Tx,
  { country, seen, at }: { country: string; seen: string[]; at: Date },
): Promise<void> {
  const listed = [...(await findRatesInEffect(tx, at)), ...(await findRatesToCome(tx, at))];
  const ids = listed.filter((rate) => rate.country === country).map(({ id }) => id);
  if (!isDeepStrictEqual(ids.sort(), [...seen].sort())) throw new AppError('tax_rate_changed');
}

/** Returns the start of a day in UTC; now for today or if no day is given. */
function getStart(from: string | null, at: Date): Date {
  const today = at.toISOString().slice(0, 10);
  if (from !== null && from < today) {
    throw new AppError('validation_failed', { errors: { from: 'This day is over' } });
  }
  return from === null || from === today ? at : new Date(`${from}T00:00:00Z`);
}

/** Describes a rate: `Germany, 19% VAT added to the price`. */
function describeRate({ country, name, percent, isIncluded }: TaxRate): string {
  const how = isIncluded ? 'in the price' : 'added to the price';
  return `${taxCountryName(country)}, ${percent.toNumber()}% ${name} ${how}`;
}

/** Ends a rate that is in effect, or deletes one that has not begun. Throws `not_found`, and `tax_rate_changed` where another one replaced it. */
export function removeTaxRate(context: Context, by: Admin, id: string): Promise<{ message: string }> {
  return transact(context.db, async (tx) => {
    await lockTaxRates(tx);
    const rate = await tx.taxRate.findUnique({ where: { id } });
    if (!rate) throw new AppError('not_found', { message: 'There is no such rate.' });
    const { country, effectiveFrom } = rate;
    // Earlier ones too, where it is in effect: they would come into effect again.
    const isInEffect = effectiveFrom <= context.now();
    const isReplaced = { country, effectiveFrom: { gt: effectiveFrom, lte: context.now() } };
    if (isInEffect && (await tx.taxRate.count({ where: isReplaced })) > 0)
      throw new AppError('tax_rate_changed');
    const where = isInEffect ? { country, effectiveFrom: { lte: effectiveFrom } } : { id };
    await tx.taxRate.deleteMany({ where });
    const name = describeRate(rate);
    await recordAdminAction(context, tx, { by, action: 'tax_rate_removed', name });
    return { message: `${name} is removed.` };
  });
}

/** Locks the tax rates until the transaction ends. */
async function lockTaxRates(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE tax_rates IN SHARE ROW EXCLUSIVE MODE`;
}

/** Writes the rate of a country. A later rate replaces the one already scheduled. */
async function writeTaxRate(
  tx: Tx,
  { at, ...data }: Prisma.TaxRateUncheckedCreateInput & { effectiveFrom: Date; at: Date },
): Promise<TaxRate> {
  const { country, effectiveFrom } = data;
  const replaced = effectiveFrom > at ? { gt: at } : effectiveFrom;
  await tx.taxRate.deleteMany({ where: { country, effectiveFrom: replaced } });
  return tx.taxRate.create({ data });
}
