import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSealer, parseSealingKeys, UnsealError } from './sealed.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const [first, second] = [key('2026'), key('2027')];
const identity = 'smartsheet_connections:1:access_token';

describe('a sealed secret', () => {
  const sealer = createSealer([first]);
  const sealed = sealer.seal('päss wörd', identity);

  test('is opened with the same key for the same place', () => {
    expect(sealer.open(sealed, identity)).toBe('päss wörd');
  });

  test('carries its key id in front and nothing of the secret', () => {
    expect(sealed).toMatch(/^2026\.[\w-]+$/);
    expect(Buffer.from(sealed.slice(5), 'base64url').toString()).not.toContain('wörd');
  });

  test('never looks the same twice', () => {
    expect(sealer.seal('päss wörd', identity)).not.toBe(sealed);
  });

  test('is worth nothing in another row', () => {
    expect(() => sealer.open(sealed, 'smartsheet_connections:2:access_token')).toThrow(UnsealError);
  });

  test('is refused when a single bit was changed', () => {
    const bytes = Buffer.from(sealed.slice(5), 'base64url');
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => sealer.open(`2026.${changed.toString('base64url')}`, identity)).toThrow(UnsealError);
    }
  });

  test.each(['', 'plain', '2026.', '.abc', '2026.AAAA'])('is not mistaken for %j', (text) => {
    expect(() => sealer.open(text, identity)).toThrow(UnsealError);
  });

  test('may be empty', () => {
    expect(sealer.open(sealer.seal('', identity), identity)).toBe('');
  });
});

describe('the sealer while keys are changed', () => {
  const before = createSealer([first]);
  const during = createSealer([second, first]);
  const after = createSealer([second]);
  const old = before.seal('token', identity);

  test('a text sealed with the old key still opens, and is known to be old', () => {
    expect(during.open(old, identity)).toBe('token');
    expect(old.startsWith(`${during.keyId}.`)).toBe(false);
  });

  test('new secrets are sealed with the first key', () => {
    const sealed = during.seal('token', identity);
    expect(sealed.startsWith(`${during.keyId}.`)).toBe(true);
    expect(after.open(sealed, identity)).toBe('token');
  });

  test('a key that is gone is named', () => {
    expect(() => after.open(old, identity)).toThrow('There is no sealing key "2026"');
  });
});

describe('the setting', () => {
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64');

  test('gives one key or several, the sealing one first', () => {
    expect(parseSealingKeys(`b:${base64(32)}, a:${base64(32)}`).map(({ id }) => id)).toEqual(['b', 'a']);
  });

  test.each([
    ['empty', ''],
    ['without an id', base64(32)],
    ['too short', `a:${base64(16)}`],
    ['not base64', 'a:???'],
    ['twice the same id', `a:${base64(32)},a:${base64(32)}`],
  ])('is refused when %s, without repeating it', (_case, text) => {
    expect(() => parseSealingKeys(text)).toThrow(/^(Sealing keys are|Two sealing keys)/);
  });
});
