import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { readText } from '../provider-transport.ts';

/** The headers and bytes that PayPal signs. */
export type SignedEvent = {
  certUrl: string;
  transmissionId: string;
  transmissionTime: string;
  signature: string;
  webhookId: string;
  body: Buffer;
};

/**
 * Returns whether a certificate's key made the signature: RSA with SHA-256 over the id and time of the transmission, the
 * webhook's id and the body's CRC-32 in decimal digits.
 */
export function isSignedBy(
  key: KeyObject,
  { transmissionId, transmissionTime, webhookId, signature, body }: Omit<SignedEvent, 'certUrl'>,
): boolean {
  const text = [transmissionId, transmissionTime, webhookId, crc32(body)].join('|');
  return createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64');
}

/** PayPal has few certificates at a time, and keeps each for months. */
const maxKeys = 20;
const keptMs = 24 * 60 * 60_000;
/** An address without a certificate is tried again after this time. At most `maxDownloads` are tried in it. */
const missingMs = 60_000;
const maxDownloads = 10;
const maxCertificateBytes = 64 * 1024;
const timeoutMs = 4000;

/**
 * Creates the check of an event's signature with PayPal's certificate. It makes no call once the certificate is known, and
 * returns null if there is no certificate.
 */
export function createSignatureCheck({ now }: { now: () => Date }) {
  const perf = { now: () => now().getTime() };
  const keys = new LRUCache<string, Promise<KeyObject>>({
    max: maxKeys,
    ttl: keptMs,
    ttlResolution: 0,
    perf,
  });
  const tried = new LRUCache<string, true>({ max: maxDownloads, ttl: missingMs, ttlResolution: 0, perf });

  async function keyAt(url: string): Promise<KeyObject | null> {
    const known = keys.get(url);
    if (known) return known.catch(() => null);
    tried.purgeStale();
    if (tried.has(url) || tried.size >= maxDownloads) return null;
    tried.set(url, true);
    const key = download(url);
    keys.set(url, key);
    // Only certificates are cached, so that made-up addresses evict none.
    return key.catch(() => {
      keys.delete(url);
      return null;
    });
  }

  return async (event: SignedEvent): Promise<boolean | null> => {
    const key = await keyAt(event.certUrl);
    return key && isSignedBy(key, event);
  };
}

async function download(url: string): Promise<KeyObject> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`the certificate was answered with ${response.status}`);
  return createPublicKey(await readText(response, maxCertificateBytes));
}
