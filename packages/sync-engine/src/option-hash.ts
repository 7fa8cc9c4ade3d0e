import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { foldCase, normaliseText } from './cell-texts.ts';

type Case = { ignoreCase: boolean };

/**
 * Keyed hashes by which runs remember options and lists without keeping them. Each automation has a key of its own, so that
 * nobody can tell from what is stored which automations hold the same. Each hash carries the id of its key: what was hashed
 * with another one cannot be read, and must not be taken for "it is gone".
 */
export type OptionHash = {
  /** Returns the hash of an option: of its normalised text, with `ignoreCase` without regard to case. */
  of: (option: string, settings: Case) => string;
  /** Returns what the hashes of options begin with. */
  prefix: (settings: Case) => string;
  /** Returns the hash of a set of texts, in whatever order they come. */
  ofSet: (texts: readonly string[]) => string;
  /** Returns whether a hash is that of this set. */
  isOfSet: (hash: string, texts: readonly string[]) => boolean;
  /** Returns the hash of a list of texts, in their order. */
  ofList: (texts: readonly string[]) => string;
  /** Returns whether a hash is that of this list; null is that of none. */
  isOfList: (hash: string | null, texts: readonly string[]) => boolean;
  /** Returns the hash of the content of a file. */
  ofFile: (content: string) => string;
  /** Returns whether a hash is that of this content. */
  isOfFile: (hash: string, content: string) => boolean;
  /** Returns whether a hash was made with a key that is known. */
  canRead: (hash: string) => boolean;
  /** How the installation's other secrets hash: what they made is read, and hashed again when its text is there. */
  others: readonly OwnHash[];
};

type OwnHash = ReturnType<typeof createOwnHash>;

/** 128 bits: an automation remembers hundreds of options. */
const hashLength = 22;
const keyIdLength = 6;

/** The key object is created once: hashing 20,000 texts takes a quarter of the time. */
function createDigest(key: KeyObject) {
  return (what: string, text: string) =>
    createHmac('sha256', key).update(`${what}:${text}`).digest('base64url').slice(0, hashLength);
}

/**
 * Returns a function that creates the hashes of an automation, by its id, with a key derived from the installation's
 * secret: every process makes the same. With the other secrets nothing is made: they read what was made with them.
 */
export function createOptionHashes(
  secret: string,
  otherSecrets: readonly string[] = [],
): (automationId: string) => OptionHash {
  return (automationId) => {
    const own = createOwnHash(secret, automationId);
    const others = otherSecrets.map((other) => createOwnHash(other, automationId));
    const all = [own, ...others];
    return {
      ...own,
      isOfSet: (one, texts) => all.some(({ ofSet }) => one === ofSet(texts)),
      isOfList: (one, texts) => one !== null && all.some(({ ofList }) => one === ofList(texts)),
      isOfFile: (one, content) => all.some(({ ofFile }) => one === ofFile(content)),
      canRead: (one) => all.some(({ isOwn }) => isOwn(one)),
      others,
    };
  };
}

/** Returns how a secret hashes what an automation remembers. */
function createOwnHash(secret: string, automationId: string) {
  const derived = hkdfSync('sha256', secret, automationId, 'picksync option hashes', 32);
  const digest = createDigest(createSecretKey(new Uint8Array(derived)));
  const keyId = digest('key', '').slice(0, keyIdLength);
  // The letter says what was hashed: options with and without regard to case, sets, lists, files.
  const hash = (letter: string, text: string) => `${letter}${keyId}:${digest(letter, text)}`;
  return {
    // With a letter of its own for each, so that an option is still known when the setting changes.
    of: (option: string, { ignoreCase }: Case) => {
      const text = normaliseText(option);
      return ignoreCase ? hash('f', foldCase(text)) : hash('e', text);
    },
    prefix: ({ ignoreCase }: Case) => `${ignoreCase ? 'f' : 'e'}${keyId}:`,
    ofSet: (texts: readonly string[]) => hash('s', JSON.stringify(texts.toSorted())),
    // JSON keeps `['a,b']` and `['a', 'b']` apart.
    ofList: (texts: readonly string[]) => hash('l', JSON.stringify(texts)),
    ofFile: (content: string) => hash('c', content),
    isOwn: (one: string) => one.startsWith(`${keyId}:`, 1),
  };
}

/** Returns the same hashes, each of an option made once. */
export function rememberHashes(hash: OptionHash): OptionHash {
  const made = { exact: new Map<string, string>(), folded: new Map<string, string>() };
  return {
    ...hash,
    of: (option, settings) => {
      const known = settings.ignoreCase ? made.folded : made.exact;
      const found = known.get(option) ?? hash.of(option, settings);
      known.set(option, found);
      return found;
    },
  };
}

/**
 * Returns the id under which the preview of a new automation is hashed: it has no id of its own yet, and its first run has
 * to know what its owner approved.
 */
export function toDraftId(userId: string): string {
  return `draft of ${userId}`;
}

/** Options that are remembered as hashes, made with or without regard to case. */
type HashedOptions = {
  has: (option: string) => boolean;
  /** Returns the hashes that stand for an option. */
  matching: (option: string) => string[];
};

const cases: readonly Case[] = [{ ignoreCase: false }, { ignoreCase: true }];

/** Returns a lookup of options among hashes. */
export function hashedOptions(hashes: Iterable<string>, hash: OptionHash): HashedOptions {
  const known = new Set(hashes);
  // A text is hashed only with the cases that occur among the hashes.
  const used = cases.filter((one) => [...known].some((made) => made.startsWith(hash.prefix(one))));
  const matching = (option: string) =>
    used.map((one) => hash.of(option, one)).filter((one) => known.has(one));
  return { matching, has: (option) => matching(option).length > 0 };
}
