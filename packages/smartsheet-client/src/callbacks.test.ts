import { describe, expect, it } from 'vitest';
import { challengeReply, isCausedBy, parseCallback } from './callbacks.ts';

const frame = '"nonce":"n","webhookId":48569348493401203,"scope":"sheet","scopeObjectId":4509093797881732';

describe('reading callbacks', () => {
  it('reads a challenge', () => {
    expect(parseCallback('{"challenge":"abc-1","webhookId":7}')).toEqual({
      kind: 'challenge',
      webhookId: '7',
      challenge: 'abc-1',
    });
  });

  it.each(['2015-10-27T17:04:23.795+0000', '2015-10-27T17:04:23.795+00:00', '2015-10-27T17:04:23.795Z'])(
    'reads events with times like %s',
    (time) => {
      const text = `{${frame},"timestamp":"${time}","events":[{"objectType":"row","eventType":"created","id":9,"userId":48569348493401203,"timestamp":"${time}","changeAgent":"other, picksync","new":1}]}`;
      const at = new Date('2015-10-27T17:04:23.795Z');
      const callback = parseCallback(Buffer.from(text));
      if (callback?.kind !== 'events') throw new Error('no events');
      expect({ ...callback, events: [...callback.events] }).toEqual({
        kind: 'events',
        webhookId: '48569348493401203',
        nonce: 'n',
        sheetId: '4509093797881732',
        timestamp: at,
        events: [
          {
            objectType: 'row',
            eventType: 'created',
            id: '9',
            rowId: null,
            columnId: null,
            userId: '48569348493401203',
            timestamp: at,
            changeAgent: 'other, picksync',
          },
        ],
      });
    },
  );

  it('reads no further event than it is asked for', () => {
    const events = [{ objectType: 'row', eventType: 'created', changeAgent: 'other' }, { objectType: 1 }];
    const callback = parseCallback(`{${frame},"timestamp":null,"events":${JSON.stringify(events)}}`);
    if (callback?.kind !== 'events') throw new Error('no events');
    const [first] = callback.events;
    expect(first).toMatchObject({ objectType: 'row', changeAgent: 'other' });
    expect([...callback.events]).toEqual([]);
  });

  it('takes an event of an unknown shape for one that nobody is known to have caused', () => {
    const callback = parseCallback(`{${frame},"timestamp":null,"events":[7,{"objectType":{}}]}`);
    if (callback?.kind !== 'events') throw new Error('no events');
    expect([...callback.events].map((event) => isCausedBy(event, 'picksync'))).toEqual([false, false]);
  });

  it.each([
    ['DISABLED_SCOPE_INACCESSIBLE', 'DISABLED_SCOPE_INACCESSIBLE'],
    ['SOMETHING_NEW', 'UNKNOWN'],
  ])('reads a change of status to %s', (word, status) => {
    const text = `{${frame},"timestamp":null,"newWebhookStatus":"${word}"}`;
    expect(parseCallback(text)).toMatchObject({ kind: 'status', nonce: 'n', status, timestamp: null });
  });

  it.each(['', 'null', '[]', '{}', '{"webhookId":1}', '<html>'])('returns undefined for %j', (text) => {
    expect(parseCallback(text)).toBeUndefined();
  });
});

describe('answering and telling apart', () => {
  it('gives a challenge back in header and body with status 200', () => {
    expect(challengeReply('abc')).toEqual({
      status: 200,
      headers: { 'smartsheet-hook-response': 'abc' },
      body: { smartsheetHookResponse: 'abc' },
    });
  });

  it.each([
    ['picksync', true],
    ['someone, picksync,else', true],
    ['picksync-2', false],
    [null, false],
  ])('finds our own agent in the chain %j: %s', (changeAgent, expected) => {
    expect(isCausedBy({ changeAgent }, 'picksync')).toBe(expected);
  });
});
