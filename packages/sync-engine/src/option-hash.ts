import { createHmac, createSecretKey } from 'node:crypto';
import { foldCase, normaliseText } from './values.ts';

/**
 * Keyed hashes of single options, by which runs remember them without keeping them. Each carries the id of its key:
 * what was hashed with another one cannot be read, and must not be taken for "it is gone".
 */
export type OptionHash = {
  /** Returns the hash of an option: of its normalised text, with `ignoreCase` without regard to case. */
  of: (option: string, settings: { ignoreCase: boolean }) => string;
  /** Returns the hash of a set of texts, in whatever order they come. */
  ofSet: (texts: readonly string[]) => string;
  /** Returns whether a hash was made with this key. */
  canRead: (hash: string) => boolean;
};

/** 128 bits: an automation remembers hundreds of options. */
const hashLength = 22;
const keyIdLength = 6;

/** Returns what hashes options with a key made from the installation's secret; every process makes the same. */
export function createOptionHash(secret: string): OptionHash {
  // A key that is made once for all: hashes of 20,000 texts take a quarter of the time.
  const key = createSecretKey(createHmac('sha256', secret).update('option hashes').digest());
  const digest = (what: string, text: string) =>
    createHmac('sha256', key).update(`${what}:${text}`).digest('base64url');
  const keyId = `k${digest('key', '').slice(0, keyIdLength)}`;
  const hash = (what: string, text: string) => `${keyId}:${digest(what, text).slice(0, hashLength)}`;
  return {
    // Told apart, so that an option is still known when the setting changes.
    of: (option, { ignoreCase }) => {
      const text = normaliseText(option);
      return ignoreCase ? hash('folded', foldCase(text)) : hash('exact', text);
    },
    ofSet: (texts) => hash('set', JSON.stringify(texts.toSorted())),
    canRead: (one) => one.startsWith(`${keyId}:`),
  };
}

/** Options that are remembered as hashes, made with or without regard to case. */
export type HashedOptions = {
  has: (option: string) => boolean;
  /** Returns the hashes that stand for an option. */
  matching: (option: string) => string[];
};

/** Returns what looks options up among hashes. */
export function hashedOptions(hashes: Iterable<string>, hash: OptionHash): HashedOptions {
  const known = new Set(hashes);
  const matching = (option: string) => {
    if (known.size === 0) return [];
    return [false, true].map((ignoreCase) => hash.of(option, { ignoreCase })).filter((one) => known.has(one));
  };
  return { matching, has: (option) => matching(option).length > 0 };
}
