import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('a password matches its own hash and no other does', async () => {
  const passwords = await createPasswords();
  const hash = await passwords.hash('Spruce-Harbor-42');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches('Spruce-Harbor-42', hash)).toBe(true);
  expect(await passwords.matches('Spruce-Harbor-43', hash)).toBe(false);
});

test.each([
  'spruce-harbor-42',
  'Spruce-Harbor-42 ',
  ' Spruce-Harbor-42',
  'Spruce-Harbor-4',
  'Spruce-Harbor-４２',
])('the password %j is not taken for one that nearly is it', async (nearly) => {
  const passwords = await createPasswords();
  expect(await passwords.matches(nearly, await passwords.hash('Spruce-Harbor-42'))).toBe(false);
});

test('every character of a long password counts', async () => {
  const passwords = await createPasswords();
  const long = 'x'.repeat(199);
  const hash = await passwords.hash(`${long}1`);
  expect(await passwords.matches(`${long}1`, hash)).toBe(true);
  expect(await passwords.matches(`${long}2`, hash)).toBe(false);
});

test('a hash that was made with other parameters is outdated', async () => {
  const passwords = await createPasswords();
  expect(passwords.isOutdated(await passwords.hash('Spruce-Harbor-42'))).toBe(false);
  expect(passwords.isOutdated('$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$aGFzaA')).toBe(true);
});

test('an account without a hash matches no password, not even the one it is compared with', async () => {
  const passwords = await createPasswords();
  expect(await passwords.matches('nobody has this password', null)).toBe(false);
});

test('answers "unavailable" when the line is full', async () => {
  const passwords = await createPasswords({ atOnce: 1, waiting: 1 });
  const results = await Promise.allSettled(['one', 'two', 'three'].map((word) => passwords.hash(word)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(results[2]).toMatchObject({ reason: { code: 'unavailable' } });
});

test('a flood of strangers neither refuses nor delays somebody who is recognized', async () => {
  const passwords = await createPasswords({ atOnce: 1, waiting: 2 });
  const done: string[] = [];
  const note = (who: string, work: Promise<unknown>) =>
    work.then(
      () => done.push(who),
      () => done.push(`${who} refused`),
    );
  const strangers = [1, 2, 3, 4].map((index) => note(`stranger ${index}`, passwords.hash('one')));
  const known = note('known', passwords.matches('one', null, { isRecognized: true }));
  await Promise.all([...strangers, known]);
  expect(done).toEqual(['stranger 4 refused', 'known', 'stranger 1', 'stranger 2', 'stranger 3']);
});
