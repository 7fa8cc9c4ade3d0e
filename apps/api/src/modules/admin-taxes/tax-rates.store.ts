import type { Prisma, TaxRate, Tx } from '@picksync/db';

/** Lets one transaction at a time change the rates. */
export async function lockTaxRates(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE tax_rates IN SHARE ROW EXCLUSIVE MODE`;
}

/** Writes the rate of a country. One that is still to come takes the place of the one that was. */
export async function writeTaxRate(
  tx: Tx,
  { at, ...data }: Prisma.TaxRateUncheckedCreateInput & { effectiveFrom: Date; at: Date },
): Promise<TaxRate> {
  const { country, effectiveFrom } = data;
  const replaced = effectiveFrom > at ? { gt: at } : effectiveFrom;
  await tx.taxRate.deleteMany({ where: { country, effectiveFrom: replaced } });
  return tx.taxRate.create({ data });
}

export function findTaxRate(tx: Tx, id: string): Promise<TaxRate | null> {
  return tx.taxRate.findUnique({ where: { id } });
}

/** Deletes a rate; one that is in effect with those before it, which would count again otherwise. */
export async function deleteTaxRate(
  tx: Tx,
  { rate: { id, country, effectiveFrom }, at }: { rate: TaxRate; at: Date },
): Promise<void> {
  const isInEffect = effectiveFrom <= at;
  await tx.taxRate.deleteMany({
    where: isInEffect ? { country, effectiveFrom: { lte: effectiveFrom } } : { id },
  });
}
