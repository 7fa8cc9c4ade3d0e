import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { selfSignedCertificate } from '../certificate.ts';

type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };

export type SigningKey = KeyPair & { id: string };

/** The keys of a provider, as they are changed every few days: the next one is published before it signs anything. */
export type KeyRing = {
  /** What is published, the oldest first. */
  readonly published: SigningKey[];
  readonly current: SigningKey;
  /** A pair that nobody published. */
  readonly unpublished: KeyPair;
  /** Signs with the next key from now on, and announces one more. The key before stays published until the next time. */
  rotate: () => void;
};

/** Returns keys that are made when they are first asked for: it takes a moment. */
export function createKeyRing(newId: () => string): KeyRing {
  let keys: SigningKey[] | undefined;
  let unpublished: KeyPair | undefined;
  const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
  const newKey = (): SigningKey => ({ ...newPair(), id: newId() });
  const known = () => {
    keys ??= [newKey(), newKey()];
    return keys;
  };
  return {
    get published() {
      return known();
    },
    get current() {
      return known().at(-2) as SigningKey;
    },
    get unpublished() {
      unpublished ??= newPair();
      return unpublished;
    },
    rotate() {
      keys = [...known().slice(-2), newKey()];
    },
  };
}

/** Returns a key's certificate as key sets have it, with its fingerprint. */
export function createCertificate(key: SigningKey, name: string): { x5t: string; x5c: string[] } {
  const [from, until] = [new Date('2026-01-01T00:00:00Z'), new Date('2036-01-01T00:00:00Z')];
  const { raw } = new X509Certificate(selfSignedCertificate(key, { name, from, until }));
  return {
    x5t: createHash('sha1').update(raw).digest('base64url'),
    x5c: [raw.toString('base64')],
  };
}
