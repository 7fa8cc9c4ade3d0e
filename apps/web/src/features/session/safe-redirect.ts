import { ownPath } from '@picksync/contracts';

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
