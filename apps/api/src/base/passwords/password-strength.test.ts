import { afterAll, expect, test } from 'vitest';
import { createPasswordStrength, listRelatedWords } from './password-strength.ts';

const email = 'marlene.okafor@clients.example';
/** A loaded machine is slow: what is not about time has time enough. */
const patient = { estimateTimeoutMs: 60_000, waitTimeoutMs: 60_000 };
const strength = createPasswordStrength(patient);
afterAll(() => strength.close());

test.each([
  'Summer2024!',
  'Football123!',
  'Okafor2024!',
  'Marlene.okafor1',
  'Picksync2026!',
  'Abcdefgh1!',
  'Abcdefghijklmnopqrstuvwxyz1!',
  'Aaaaaaaa1!',
  'Aa1!'.repeat(50),
])('the password %s follows the rules and is refused as guessable', async (password) => {
  await expect(strength.assertNotGuessable({ password, email })).rejects.toMatchObject({
    code: 'weak_password',
    errors: { password: expect.any(String) },
  });
});

test.each([
  'Correct-Horse-7',
  'Spruce-Harbor-42',
  'xK9#mQ2$vL7p',
  'tB7!qZ9$wE',
  'My grandmother Marlene bakes 12 apple pies every Sunday, and nobody leaves the house hungry!',
  // Easy for as long as a part of it is looked at.
  `${'Aa1!'.repeat(17)} and then my 3 cats jumped over the wooden kitchen table`,
])('the password %s is taken', async (password) => {
  await expect(strength.assertNotGuessable({ password, email })).resolves.toBeUndefined();
});

test.each([
  ['Abcdefgh1!', 'easy'],
  ['tB7!qZ9$wE', 'fair'],
  ['xK9#mQ2$vL7p', 'good'],
  [
    'My grandmother Marlene bakes 12 apple pies every Sunday, and nobody leaves the house hungry!!!!!!',
    'strong',
  ],
])('while it is typed, the password %s is called %s', async (password, verdict) => {
  expect(await strength.judge({ password, email })).toBe(verdict);
});

test('gives no verdict to a user who still types while others wait', async () => {
  const setting = Array.from({ length: 5 }, () =>
    strength.assertNotGuessable({ password: 'Correct-Horse-7', email }),
  );
  expect(await strength.judge({ password: 'Correct-Horse-7', email })).toBeNull();
  await Promise.all(setting);
});

test('an address is taken apart into a few words, however many it has', () => {
  expect(listRelatedWords(email)).toEqual([
    'picksync',
    'smartsheet',
    email,
    'marlene.okafor',
    'clients.example',
    'marlene',
    'okafor',
    'clients',
    'example',
  ]);
  const many = listRelatedWords(`a.b.c.${'s4$5z2'.repeat(9)}.d.e@${'many-parts.'.repeat(15)}example`);
  expect(many.length).toBeLessThanOrEqual(10);
  expect(Math.max(...many.map(({ length }) => length))).toBeLessThanOrEqual(32);
});

/** The costliest kind of text: everything in it may stand for something else. */
const costly = 'a@4e3i1o0s$5t7'.repeat(14).slice(0, 198);

test('an estimate leaves the event loop free', async () => {
  await strength.assertNotGuessable({ password: costly, email });
  const [ours, everybodys] = [process.threadCpuUsage(), process.cpuUsage()];
  await strength.assertNotGuessable({ password: costly, email });
  const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;
  // Not by the clock: that also runs while others have the processor.
  expect(sum(process.threadCpuUsage(ours))).toBeLessThan(sum(process.cpuUsage(everybodys)) / 2);
});

test('beyond a full queue the answer is "unavailable", and those who wait are answered', async () => {
  const small = createPasswordStrength({ ...patient, waiting: 1 });
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => small.assertNotGuessable({ password: costly, email })),
  );
  await small.close();
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(results[2]).toMatchObject({ reason: { code: 'unavailable' } });
});

test('an estimate that takes too long is given up, and the next one gets a new thread', async () => {
  const hasty = createPasswordStrength({ ...patient, estimateTimeoutMs: 0 });
  const tryOnce = () =>
    hasty.assertNotGuessable({ password: costly, email }).then(
      () => 'estimated',
      ({ code }) => code,
    );
  // A reply that has come by the time the timer is looked at still counts, so one may be in time on a busy machine.
  await expect.poll(tryOnce).toBe('unavailable');
  await expect.poll(tryOnce).toBe('unavailable');
  await hasty.close();
});

test('a user who has waited too long is told "unavailable", where the thread did not have to start meanwhile', async () => {
  const impatient = createPasswordStrength({ ...patient, waitTimeoutMs: -1 });
  const attempt = () => impatient.assertNotGuessable({ password: 'Correct-Horse-7', email });
  await Promise.all([attempt(), attempt()]);
  await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
  await impatient.close();
});

test('the thread starts again when it is needed after it was closed', async () => {
  await strength.assertNotGuessable({ password: 'Correct-Horse-7', email });
  await strength.close();
  await expect(strength.assertNotGuessable({ password: 'Summer2024!', email })).rejects.toMatchObject({
    code: 'weak_password',
  });
});
