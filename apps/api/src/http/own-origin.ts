export type Provenance = 'own' | 'foreign' | 'unknown';

type OriginHeaders = { 'sec-fetch-site'?: string | undefined; origin?: string | undefined };

/**
 * Where a browser says a request came from: Fetch Metadata where it sends them, else `Origin`.
 * `unknown` is a sender that says neither, which no browser does on an unsafe method.
 */
export function provenance(headers: OriginHeaders, ownOrigin: string): Provenance {
  const site = headers['sec-fetch-site'];
  // A user's own doing (`none`) is an address typed or a bookmark: no other site had a part in it.
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
  if (headers.origin === undefined) return 'unknown';
  return headers.origin === ownOrigin ? 'own' : 'foreign';
}
