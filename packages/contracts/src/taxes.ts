import * as z from 'zod';

/** An amount with two decimals; negative where money went back. */
const amount = z.number();

const part = z.object({ name: z.string(), percent: z.number(), amount });

/** The tax on a total. Receipts that were issued before a tax had a name have none. */
export const taxOnTotal = part.extend({
  name: z.string().default('tax'),
  /** Whether the lines are without it and it is added to them; else they contain it. */
  isAdded: z.boolean().default(false),
  /** Where it is levied in parts, such as CGST and SGST: what they are called, and what each comes to. */
  parts: z.array(part).default([]),
});

export type TaxOnTotal = z.output<typeof taxOnTotal>;

/** What the tax depends on, so that nobody can pay before it is given: the country, and the state of buyers in India. */
export const taxNeeds = z.object({ country: z.boolean(), state: z.boolean() });

export type TaxNeeds = z.output<typeof taxNeeds>;

/** Why a part of the billing details is needed. */
export const taxReasons = {
  country: 'The tax depends on your country, so it is needed before you pay.',
  region: 'GST depends on your state, so it is needed before you pay.',
} as const;

export type NeededForTax = keyof typeof taxReasons;

/** Returns the first part of the billing details that the tax needs and that is not given; undefined when nothing is missing. */
export function missingForTax(
  { country, region }: { country: string; region: string },
  needs: TaxNeeds,
): NeededForTax | undefined {
  if (needs.country && country === '') return 'country';
  return needs.state && country === 'IN' && region === '' ? 'region' : undefined;
}
