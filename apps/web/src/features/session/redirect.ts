import { ownPath } from '@picksync/contracts';
import { quietly } from '../../stores/session-storage.ts';

/** Returns an address that came as a parameter when it is a path of our own site and no login, else undefined. */
export function safeRedirect(address: unknown): string | undefined {
  const path = ownPath(address);
  return path && /^\/login(?![^?#])/.test(path) ? undefined : path;
}

/**
 * Returns the address to open after a login. The router passes on what a route's validation drops, so it is checked
 * here.
 */
export function addressAfterLogin({ redirect }: { redirect?: unknown }): string {
  return safeRedirect(redirect) ?? '/';
}

const keptKey = 'wayOn';

/** As long as the link of the mail works. */
const keptForMs = 60 * 60_000;

/**
 * Stores the page that the user wanted until the address is verified: for all tabs, because the link of the mail opens
 * in a new one. Without an address it removes the stored one.
 */
export function keepRedirect(address: string | undefined): void {
  quietly(() => {
    if (address === undefined) localStorage.removeItem(keptKey);
    else localStorage.setItem(keptKey, JSON.stringify({ address, until: Date.now() + keptForMs }));
  });
}

/** Returns the page that the user wanted before the verification, if it is not too long ago. */
export function keptRedirect(): string | undefined {
  const kept = quietly(() => JSON.parse(localStorage.getItem(keptKey) ?? 'null'));
  return kept?.until > Date.now() ? safeRedirect(kept.address) : undefined;
}
