import * as z from 'zod';
import { countryField, hasRegions, indianStates } from './countries.ts';
import { endpoint } from './endpoint.ts';
import { oneLine, visible } from './fields.ts';
import { withoutDirectionMarks } from './isolated.ts';
import { taxIdProblem, tidyTaxId } from './tax-ids.ts';
import { taxNeeds } from './taxes.ts';

/** Returns the schema of one line of text that may be empty. */
function line(max: number) {
  return z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .regex(oneLine, 'Please write it on one line')
    .transform(printed);
}

/** Returns a line as receipts print it: without marks that turn its direction; empty when nothing of it can be seen. */
function printed(text: string): string {
  return visible.test(text) ? withoutDirectionMarks(text).trim() : '';
}

/** The lines of an address above the city. */
const addressLines = z
  .string()
  .max(300, 'Please use at most 300 characters')
  .transform((typed) => typed.split('\n').map((text) => printed(text.trim())))
  .transform((lines) => lines.filter((text) => text !== ''))
  .refine((lines) => lines.length <= 4, 'Please use at most 4 lines')
  .refine((lines) => lines.every((text) => oneLine.test(text)), 'Please use plain characters')
  .transform((lines) => lines.join('\n'));

/** Who pays, as receipts name them. */
const fields = {
  name: line(100),
  company: line(100),
  address: addressLines,
  postalCode: line(20),
  city: line(100),
  /** The state or province; of India, one of `indianStates`. */
  region: line(100),
  country: countryField,
  taxId: z
    .string()
    .max(60, 'Please use at most 60 characters')
    .regex(oneLine, 'Please write it on one line')
    .transform(tidyTaxId),
};

const text = z.string();

const details = z.object({
  name: text,
  company: text,
  address: text,
  postalCode: text,
  city: text,
  region: text,
  country: text,
  taxId: text,
} satisfies Record<keyof typeof fields, z.ZodString>);

export type BillingDetails = z.output<typeof details>;

/** The details of a user who has given none. */
export const emptyBillingDetails: BillingDetails = {
  name: '',
  company: '',
  address: '',
  postalCode: '',
  city: '',
  region: '',
  country: '',
  taxId: '',
};

const withNeeds = z.object({ details, needs: taxNeeds });

/** The details as a whole, whose fields have to fit one another. */
export const wholeBillingDetails = z
  .strictObject(fields)
  .superRefine(({ country, region, taxId }, context) => {
    if (country === 'IN' && region !== '' && !Object.hasOwn(indianStates, region)) {
      context.addIssue({ code: 'custom', path: ['region'], message: 'Please choose a state from the list' });
    }
    const problem = taxIdProblem(taxId, { country, region });
    if (problem) context.addIssue({ code: 'custom', path: ['taxId'], message: problem });
  })
  // Drops a region that was chosen for another country.
  .transform((typed) => (hasRegions(typed.country) ? typed : { ...typed, region: '' }));

/** Only what is given changes, so that two windows that change different fields both count. */
export const editBillingDetailsBody = z.strictObject(fields).partial();

export type EditBillingDetails = z.output<typeof editBillingDetailsBody>;

export const billingDetailsEndpoints = {
  read: endpoint('GET', '/api/subscription/billing-details', { reply: withNeeds, access: 'user' }),
  /** Changes what is given. Receipts that were issued before stay as they are. */
  update: endpoint('PATCH', '/api/subscription/billing-details', {
    body: editBillingDetailsBody,
    reply: withNeeds,
    access: 'user',
  }),
};
