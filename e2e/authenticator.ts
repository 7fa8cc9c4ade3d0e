import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function toBytes(base32: string): Buffer {
  const bits = [...base32].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/**
 * Returns the code that an authenticator app shows for a key: six digits (RFC 6238). `step` 1 is the code of the next
 * half minute, which is accepted as well; each code is accepted once.
 */
export function computeAppCode(key: string, step: 0 | 1 = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step));
  const digest = createHmac('sha1', toBytes(key.replaceAll(/\s/g, '')))
    .update(counter)
    .digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Adds a virtual authenticator for passkeys to the page's browser, which needs no user interaction. */
export async function addPasskeyKeeper(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
