import { quietly } from '../../stores/session-storage.ts';
import { safeRedirect } from './safe-redirect.ts';

const key = 'wayOn';

/** As long as the link of the mail works. */
const keptForMs = 60 * 60_000;

/**
 * Stores the page that the user wanted until the address is verified: for all tabs, because the link of the mail opens
 * in a new one. Without an address it removes the stored one.
 */
export function keepWayOn(address: string | undefined): void {
  quietly(() => {
    if (address === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ address, until: Date.now() + keptForMs }));
  });
}

/** Returns the page that the user wanted before the verification, if it is not too long ago. */
export function keptWayOn(): string | undefined {
  const kept = quietly(() => JSON.parse(localStorage.getItem(key) ?? 'null'));
  return kept?.until > Date.now() ? safeRedirect(kept.address) : undefined;
}
