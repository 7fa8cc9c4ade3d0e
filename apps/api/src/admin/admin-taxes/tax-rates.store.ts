import type { Prisma, TaxRate, Tx } from '@picksync/db';

/** Locks the tax rates until the transaction ends. */
export async function lockTaxRates(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE tax_rates IN SHARE ROW EXCLUSIVE MODE`;
}

/** Writes the rate of a country. A later rate replaces the one already scheduled. */
export async function writeTaxRate(
  tx: Tx,
  { at, ...data }: Prisma.TaxRateUncheckedCreateInput & { effectiveFrom: Date; at: Date },
): Promise<TaxRate> {
  const { country, effectiveFrom } = data;
  const replaced = effectiveFrom > at ? { gt: at } : effectiveFrom;
  await tx.taxRate.deleteMany({ where: { country, effectiveFrom: replaced } });
  return tx.taxRate.create({ data });
}

/** Deletes a rate. With one that is in effect, deletes earlier ones too: they would come into effect again. */
export async function deleteTaxRate(
  tx: Tx,
  { rate: { id, country, effectiveFrom }, at }: { rate: TaxRate; at: Date },
): Promise<void> {
  const isInEffect = effectiveFrom <= at;
  await tx.taxRate.deleteMany({
    where: isInEffect ? { country, effectiveFrom: { lte: effectiveFrom } } : { id },
  });
}
