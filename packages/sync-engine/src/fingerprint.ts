import { createHmac } from 'node:crypto';

/**
 * Returns a keyed hash that stands for a list of options, in its order: to compare lists without
 * keeping them. The key is a secret, else short lists could be guessed. 43 characters, base64url.
 */
export function fingerprintOf({ key, options }: { key: Uint8Array; options: readonly string[] }): string {
  // JSON keeps `['a,b']` and `['a', 'b']` apart.
  return createHmac('sha256', key).update(JSON.stringify(options)).digest('base64url');
}

/**
 * Returns what hashes lists of options with a key made from the installation's secret. The key is for this purpose alone,
 * so that a hash made for another one means nothing here; every process makes the same.
 */
export function createFingerprint(secret: string): (options: readonly string[]) => string {
  const key = createHmac('sha256', secret).update('option fingerprints').digest();
  return (options) => fingerprintOf({ key, options });
}
