import type { Db, TaxRate } from '@picksync/db';

/** Each country has at most one rate in effect and one to come. */
const mostRates = 600;

/** Returns the rate of each country that is in effect at a moment. */
export function findRatesInEffect(db: Db, at: Date): Promise<TaxRate[]> {
  return db.taxRate.findMany({
    where: { effectiveFrom: { lte: at } },
    orderBy: [{ country: 'asc' }, { effectiveFrom: 'desc' }],
    distinct: ['country'],
    take: mostRates,
  });
}

/** Returns the rates that begin later. */
export function findRatesToCome(db: Db, at: Date): Promise<TaxRate[]> {
  return db.taxRate.findMany({
    where: { effectiveFrom: { gt: at } },
    orderBy: [{ country: 'asc' }, { effectiveFrom: 'asc' }],
    take: mostRates,
  });
}
