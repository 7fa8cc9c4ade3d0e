import { countryCodes, countryName } from '@picksync/contracts';

let options: { value: string; label: string }[] | undefined;

/** Returns every country by its name, to choose from. */
export function countryOptions() {
  options ??= countryCodes
    .map((value) => ({ value, label: countryName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return options;
}
