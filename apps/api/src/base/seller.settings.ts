import { indianStates, isCountryCode } from '@picksync/contracts';
import * as z from 'zod';

/** The settings of the seller, as receipts print them. What is not set is left out. */
export const sellerSettings = {
  SELLER_NAME: z.string().max(200).optional(),
  SELLER_ADDRESS: z.string().max(500).optional(),
  SELLER_EMAIL: z.email('is an email address').optional(),
  SELLER_TAX_NUMBER: z.string().max(60).optional(),
  SELLER_COUNTRY: z
    .string()
    .refine(isCountryCode, 'is the code of a country, two capital letters such as DE')
    .optional(),
  SELLER_STATE: z
    .string()
    .refine((name) => Object.hasOwn(indianStates, name), 'is a state of India, such as Karnataka')
    .optional(),
  TAX_PERCENT: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,3})?$/, 'is a percentage below 100, such as 19 or 7.7')
    .transform(Number)
    .optional(),
};

const shape = z.object(sellerSettings);

/** The seller, and the tax that prices contain where no rate is set; null where nothing is set. */
export type Seller = {
  name: string | null;
  /** One line each. */
  address: string[];
  email: string | null;
  taxNumber: string | null;
  /** ISO 3166-1, two letters. */
  country: string | null;
  /** Of a seller in India, by its name. */
  state: string | null;
  taxPercent: number | null;
};

/** GST depends on the states of seller and buyer, so a seller in India has one. */
export function assertSeller(env: z.output<typeof shape>, context: z.RefinementCtx): void {
  const isIndian = env.SELLER_COUNTRY === 'IN';
  if (isIndian === (env.SELLER_STATE !== undefined)) return;
  const message = isIndian
    ? 'is missing: GST depends on the state of a seller in India'
    : 'is only for a seller in India, with SELLER_COUNTRY=IN';
  context.addIssue({ code: 'custom', path: ['SELLER_STATE'], message });
}

/** Returns the seller of the settings. A semicolon ends a line of the address. A rate of 0 is none. */
export function toSellerConfig(env: z.output<typeof shape>): Seller {
  const lines = (env.SELLER_ADDRESS ?? '').split(';').map((line) => line.trim());
  return {
    name: env.SELLER_NAME ?? null,
    address: lines.filter((line) => line !== ''),
    email: env.SELLER_EMAIL ?? null,
    taxNumber: env.SELLER_TAX_NUMBER ?? null,
    country: env.SELLER_COUNTRY ?? null,
    state: env.SELLER_STATE ?? null,
    taxPercent: env.TAX_PERCENT || null,
  };
}
