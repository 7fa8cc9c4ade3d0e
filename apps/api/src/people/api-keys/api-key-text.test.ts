import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApiKeyText, getShownPart, isWholeApiKey } from './api-key-text.ts';

const anyKey = () => createApiKeyText(randomBytes);

test('a key begins with pks_, holds letters and digits alone, and always has the same length', () => {
  const edges = [Buffer.alloc(32, 0), Buffer.alloc(32, 255)].map((bytes) => createApiKeyText(() => bytes));
  for (const key of [anyKey(), ...edges]) {
    expect(key).toMatch(/^pks_[0-9A-Za-z]{49}$/);
    expect(isWholeApiKey(key)).toBe(true);
  }
});

test('a key with a wrong, missing or additional character is told from a whole one', () => {
  const key = anyKey();
  for (let at = 'pks_'.length; at < key.length; at += 1) {
    const [before, after] = [key.slice(0, at), key.slice(at + 1)];
    expect(isWholeApiKey(`${before}${after}`)).toBe(false);
    for (const character of '09AZaz_-é ') {
      const changed = `${before}${character}${after}`;
      expect(isWholeApiKey(changed)).toBe(changed === key);
      expect(isWholeApiKey(`${before}${character}${key.slice(at)}`)).toBe(false);
    }
  }
});

test('the visible part of a key reveals little of it', () => {
  expect(getShownPart(anyKey())).toMatch(/^pks_[0-9A-Za-z]{4}$/);
});
