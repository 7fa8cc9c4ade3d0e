import * as z from 'zod';
import { textSchema } from './wire.ts';

function text(longest: number) {
  return z.string().max(longest).optional();
}

function digits(longest: number) {
  return textSchema(1, longest, /^\d+$/);
}

// Members without a rule here come back as they were sent.
const nameSchema = z.looseObject({
  prefix: text(140),
  given_name: text(140),
  surname: text(140),
  middle_name: text(140),
  suffix: text(140),
  alternate_full_name: text(300),
  full_name: text(300),
});

const addressSchema = z.looseObject({
  address_line_1: text(300),
  address_line_2: text(300),
  address_line_3: text(100),
  admin_area_4: text(100),
  admin_area_3: text(100),
  admin_area_2: text(120),
  admin_area_1: text(300),
  postal_code: text(60),
  country_code: textSchema(2, 2, /^([A-Z]{2}|C2)$/),
});

/** Whom something is sent to, and where. */
export const shippingAddressSchema = z.looseObject({
  name: nameSchema.optional(),
  type: z.enum(['SHIPPING', 'PICKUP_IN_PERSON']).optional(),
  address: addressSchema.optional(),
});

const phoneSchema = z.looseObject({
  phone_type: z.enum(['FAX', 'HOME', 'MOBILE', 'OTHER', 'PAGER']).optional(),
  phone_number: z.looseObject({
    country_code: digits(3),
    national_number: digits(14),
    extension_number: digits(15).optional(),
  }),
});

const cardSchema = z.looseObject({
  name: text(300),
  number: textSchema(13, 19, /^\d+$/),
  expiry: textSchema(7, 7, /^\d{4}-(0[1-9]|1[0-2])$/),
  security_code: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
  billing_address: addressSchema.optional(),
});

/** Who subscribes. */
export const subscriberSchema = z.looseObject({
  email_address: z.email().max(254).optional(),
  payer_id: textSchema(13, 13, /^[2-9A-HJ-NP-Z]{13}$/).optional(),
  name: nameSchema.optional(),
  phone: phoneSchema.optional(),
  address: addressSchema.optional(),
  shipping_address: shippingAddressSchema.optional(),
  payment_source: z.looseObject({ card: cardSchema.optional() }).optional(),
});

const webAddress = z
  .url({ protocol: /^https?$/ })
  .min(10)
  .max(4000);

const paymentMethodSchema = z.looseObject({
  payer_selected: z
    .string()
    .min(1)
    .regex(/^[0-9A-Z_]+$/)
    .optional(),
  payee_preferred: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']).optional(),
  standard_entry_class_code: z.enum(['TEL', 'WEB', 'CCD', 'PPD']).optional(),
});

/**
 * How the payer is asked. PayPal's document says that both addresses are required; sellers who use its buttons in a page
 * of their own name neither.
 */
export const contextSchema = z
  .looseObject({
    brand_name: z.string().min(1).max(127).optional(),
    locale: textSchema(2, 10, /^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/).optional(),
    shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
    user_action: z.enum(['CONTINUE', 'SUBSCRIBE_NOW']).default('SUBSCRIBE_NOW'),
    payment_method: paymentMethodSchema.optional(),
    return_url: webAddress.optional(),
    cancel_url: webAddress.optional(),
  })
  .superRefine(({ return_url: back, cancel_url: cancel }, context) => {
    if ((back === undefined) === (cancel === undefined)) return;
    const path = [back === undefined ? 'return_url' : 'cancel_url'];
    context.addIssue({ code: 'invalid_type', expected: 'string', path, input: undefined });
  });
