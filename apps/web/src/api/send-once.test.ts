import { automationEndpoints } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { call } from './call.ts';
import { createSendOnce } from './send-once.ts';

const creation = 'POST /api/configurations/destinations';
const done = { body: { message: 'Done', results: [] } };
const body = (automationId: string) => ({ automationId, destinations: [] });

function sending(api: ReturnType<typeof fakeApi>) {
  const sendOnce = createSendOnce();
  return {
    send: (id: string) =>
      sendOnce(body(id), (idempotencyKey) =>
        call(automationEndpoints.addDestinations, { body: body(id) }, { idempotencyKey }),
      ).catch(({ code, status }) => code ?? status),
    keys: () => api.received(creation).map(({ headers }) => headers.get('idempotency-key')),
  };
}

test('a request keeps its key until there is an answer; another body and another form have one of their own', async () => {
  const api = fakeApi({ [creation]: 'unreachable' });
  const { send, keys } = sending(api);
  await send('1');
  api.handlers[creation] = { status: 500, body: { code: 'internal', message: 'Broken' } };
  await send('1');
  api.handlers[creation] = done;
  await send('1');
  expect(new Set(keys()).size).toBe(1);
  expect(keys()[0]).toMatch(/^[\x21-\x7e]{20,200}$/);
  await send('1');
  await send('2');
  await sending(api).send('2');
  expect(new Set(keys()).size).toBe(4);
});

test('creates an automation again when it was deleted between two presses', async () => {
  const api = fakeApi({ [creation]: 'unreachable' });
  const { send, keys } = sending(api);
  await send('1');
  api.handlers[creation] = ({ headers }) =>
    headers.get('idempotency-key') === keys()[0]
      ? { status: 409, body: { code: 'idempotency_key_spent', message: 'Use a new key' } }
      : done;
  expect(await send('1')).toMatchObject(done.body);
  expect(keys()).toHaveLength(3);
});

test('a request that is refused once is refused with another key the next time', async () => {
  const api = fakeApi({ [creation]: { status: 409, body: { code: 'column_taken', message: 'Taken' } } });
  const { send, keys } = sending(api);
  expect([await send('1'), await send('1')]).toEqual(['column_taken', 'column_taken']);
  expect(new Set(keys()).size).toBe(2);
});

test('a call without a key sends none', async () => {
  const api = fakeApi({ [creation]: done });
  await call(automationEndpoints.addDestinations, { body: body('1') });
  expect(api.received(creation).map(({ headers }) => headers.get('idempotency-key'))).toEqual([null]);
});
