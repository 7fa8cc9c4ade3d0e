import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signWebhook } from './sign-webhook.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

test('the official library takes what we sign, with each of two secrets, and nothing that was changed or is old', () => {
  const secrets = [newSecret(), newSecret()] as const;
  const [id, body] = [randomUUID(), JSON.stringify({ type: 'automation.synced', data: { name: 'Zoë 📦' } })];
  const headers = signWebhook({ id, at: new Date(), body, secrets: [...secrets] });
  for (const secret of secrets) {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  }
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow('No matching signature');
  const [secret] = secrets;
  expect(() => new Webhook(secret).verify(body.replace('synced', 'failed'), headers)).toThrow();
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': randomUUID() })).toThrow();
  const old = signWebhook({ id, at: new Date(Date.now() - 3_600_000), body, secrets: [...secrets] });
  expect(() => new Webhook(secret).verify(body, old)).toThrow('too old');
});
