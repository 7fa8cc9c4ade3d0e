import * as z from 'zod';

/** The settings of the seller, as receipts print them. What is not set is left out. */
export const sellerSettings = {
  SELLER_NAME: z.string().max(200).optional(),
  SELLER_ADDRESS: z.string().max(500).optional(),
  SELLER_EMAIL: z.email('is an email address').optional(),
  SELLER_TAX_NUMBER: z.string().max(60).optional(),
  TAX_PERCENT: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,3})?$/, 'is a percentage below 100, such as 19 or 7.7')
    .transform(Number)
    .optional(),
};

const shape = z.object(sellerSettings);

/** The seller, and the tax that every price contains; null where nothing is set. */
export type Seller = {
  name: string | null;
  /** One line each. */
  address: string[];
  email: string | null;
  taxNumber: string | null;
  taxPercent: number | null;
};

/** Returns the seller of the settings. A semicolon ends a line of the address. A rate of 0 is none. */
export function sellerConfig(env: z.output<typeof shape>): Seller {
  const lines = (env.SELLER_ADDRESS ?? '').split(';').map((line) => line.trim());
  return {
    name: env.SELLER_NAME ?? null,
    address: lines.filter((line) => line !== ''),
    email: env.SELLER_EMAIL ?? null,
    taxNumber: env.SELLER_TAX_NUMBER ?? null,
    taxPercent: env.TAX_PERCENT || null,
  };
}
