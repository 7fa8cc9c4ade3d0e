import { countryName, indianStates, wholeBillingDetails } from '@picksync/contracts';
import type { ComboboxOption } from '@picksync/ui/combobox-options.ts';
import { checkWith } from '../../../api/check-with.ts';
import type { BillingDetails } from '../../../api/subscription.queries.ts';

export const checkBillingDetails = checkWith<BillingDetails>(wholeBillingDetails);

/** Returns the states of India by their names. */
export function stateOptions(): ComboboxOption[] {
  return Object.keys(indianStates).map((name) => ({ value: name, label: name }));
}

/** Returns the first name to call the buyer by, and the rest in one line; null for a buyer of whom nothing is known. */
export function buyerLines(details: BillingDetails): { title: string; rest: string } | null {
  const { name, company, address, postalCode, city, region, country } = details;
  const place = [postalCode, city].filter(Boolean).join(' ');
  const [title, ...rest] = [
    company,
    name,
    ...address.split('\n'),
    place,
    region,
    country && countryName(country),
  ].filter((part) => part !== '');
  return title === undefined ? null : { title, rest: rest.join(', ') };
}
