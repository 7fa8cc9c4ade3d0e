import { quietly } from '../../stores/session-storage.ts';
import { safeRedirect } from './safe-redirect.ts';

const key = 'wayOn';

/** As long as the link of the mail works. */
const keptForMs = 60 * 60_000;

/**
 * Keeps the page that somebody came for until the address is verified: for all tabs, because the link of the mail opens in one
 * of its own. Without an address what was kept before is forgotten.
 */
export function keepWayOn(address: string | undefined): void {
  quietly(() => {
    if (address === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ address, until: Date.now() + keptForMs }));
  });
}

/** Returns the page that somebody came for before the verification, if it is not too long ago. */
export function keptWayOn(): string | undefined {
  const kept = quietly(() => JSON.parse(localStorage.getItem(key) ?? 'null'));
  return kept?.until > Date.now() ? safeRedirect(kept.address) : undefined;
}
