import * as z from 'zod';

/** An amount with two decimals; negative where money went back. */
const amount = z.number();

const part = z.object({ name: z.string(), percent: z.number(), amount });

/** The tax on a total. Receipts that were issued before a tax had a name have none. */
export const taxOnTotal = part.extend({
  name: z.string().default('tax'),
  /** Whether it is added to the lines; otherwise they contain it. */
  isAdded: z.boolean().default(false),
  /** The parts of the tax, such as CGST and SGST; empty for a tax in one piece. */
  parts: z.array(part).default([]),
});

export type TaxOnTotal = z.output<typeof taxOnTotal>;

/** The billing details that the tax requires before a payment: the country, and for buyers in India the state. */
export const taxNeeds = z.object({ country: z.boolean(), state: z.boolean() });

export type TaxNeeds = z.output<typeof taxNeeds>;

/** Why a part of the billing details is needed. */
export const taxReasons = {
  country: 'The tax depends on your country, so it is needed before you pay.',
  region: 'GST depends on your state, so it is needed before you pay.',
} as const;

export type NeededForTax = keyof typeof taxReasons;

/** Returns the first of the billing details that the tax requires and that is missing; undefined if none is. */
export function missingForTax(
  { country, region }: { country: string; region: string },
  needs: TaxNeeds,
): NeededForTax | undefined {
  if (needs.country && country === '') return 'country';
  return needs.state && country === 'IN' && region === '' ? 'region' : undefined;
}
