import { type BillingDetails, countryName } from '@picksync/contracts';
import { formatAddress } from 'localized-address-format';

type Address = Pick<BillingDetails, 'address' | 'postalCode' | 'city' | 'region' | 'country'>;

/**
 * Returns the lines of an address in the order that its country writes them, the country last. Some countries leave a part
 * out, such as the city in Japan; a part that was given is never left out here.
 */
export function formatAddressLines({ address, postalCode, city, region, country }: Address): string[] {
  const street = address.split('\n').filter((line) => line !== '');
  const place = [postalCode, city].filter((part) => part !== '').join(' ');
  const lines = country
    ? formatAddress({
        postalCountry: country,
        administrativeArea: region,
        locality: city,
        postalCode,
        addressLines: street,
      })
    : [...street, ...(place ? [place] : [])];
  const missing = [postalCode, city, region].filter(
    (part) => part !== '' && !lines.some((line) => line.includes(part)),
  );
  return [...lines, ...missing, ...(country ? [countryName(country)] : [])];
}
