import { describe, expect, it } from 'vitest';
import { createDownload } from './download.ts';
import { catchError, createClient } from './testing/clients.ts';
import { refusal } from './testing/provider.ts';

const attachment = { id: 7, name: 'Picksync Client.csv', attachmentType: 'FILE', sizeInKb: 1 };
const file = { name: 'Picksync Kunden – "Söner".csv', type: 'text/csv', text: 'Client\r\nBergström\r\n' };

describe('attachments', () => {
  it('are added as they are, with their name in both spellings, and count as ten calls', async () => {
    const { client, seen, weights } = await createClient([{ body: { result: attachment } }]);
    expect(await client.attachments.add({ sheetId: '1', file, changeAgent: 'picksync-1' })).toMatchObject({
      id: '7',
    });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/2.0/sheets/1/attachments',
      body: file.text,
      headers: {
        'content-type': 'text/csv',
        'content-disposition': `attachment; filename="Picksync Kunden _ _S_ner_.csv"; filename*=UTF-8''Picksync%20Kunden%20%E2%80%93%20%22S%C3%B6ner%22.csv`,
        'smartsheet-change-agent': 'picksync-1',
      },
    });
    expect(weights).toEqual([10]);
  });

  it('are not added twice when it is unknown whether one was', async () => {
    const { client, seen } = await createClient([{ cut: 'at-once' }]);
    const error = await catchError(client.attachments.add({ sheetId: '1', file }));
    expect(error).toMatchObject({ reason: 'network', outcome: 'unknown' });
    expect(seen).toHaveLength(1);
  });

  it('are refused to whoever may not attach', async () => {
    const { client } = await createClient([refusal(403, 1004)]);
    expect(await catchError(client.attachments.add({ sheetId: '1', file }))).toMatchObject({
      class: 'configuration',
      reason: 'scope_or_access',
    });
  });

  it('are listed, looked up and deleted by their ids', async () => {
    const { client, seen } = await createClient([
      { body: { data: [attachment] } },
      { body: { ...attachment, url: 'https://s3.amazonaws.com/x' } },
      { body: { resultCode: 0 } },
    ]);
    expect(await client.attachments.list({ sheetId: '1' })).toMatchObject([{ id: '7', url: null }]);
    const one = { sheetId: '1', attachmentId: '7' };
    expect(await client.attachments.get(one)).toMatchObject({ url: 'https://s3.amazonaws.com/x' });
    await client.attachments.delete(one);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /2.0/sheets/1/attachments?includeAll=true',
      'GET /2.0/sheets/1/attachments/7',
      'DELETE /2.0/sheets/1/attachments/7',
    ]);
  });
});

describe('the file of an attachment', () => {
  it('is read at a stand-in where its API is, without a token, and up to a length', async () => {
    const { client, seen } = await createClient([{ body: 'abcd' }]);
    const url = 'http://elsewhere.example/files/1?key=2';
    const bytes = await client.attachments.download({ url, maxBytes: 4 });
    expect(Buffer.from(bytes ?? []).toString()).toBe('abcd');
    expect(seen[0]?.url).toBe('/files/1?key=2');
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
    expect(await client.attachments.download({ url, maxBytes: 3 })).toBeNull();
  });

  it.each([
    'http://s3.amazonaws.com/x',
    'https://amazonaws.com.example/x',
    'https://127.0.0.1/x',
    'https://s3.amazonaws.com:8080/x',
    'https://a1.execute-api.us-east-1.amazonaws.com/x',
    'https://ec2-10-0-0-1.us-west-2.compute.amazonaws.com/x',
    'https://s3-mine-1.us-east-1.elb.amazonaws.com/x',
    'https://mys3.amazonaws.com/x',
    'https://s3.amazonaws.com./x',
    'https://s3.amazonaws.com@127.0.0.1/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://169.254.169.254/x',
    'file:///etc/passwd',
    'no address',
  ])('is not read at %s', async (url) => {
    const asked: string[] = [];
    const download = createDownload({
      baseUrl: 'https://api.smartsheet.com/2.0',
      fetch: async (address) => {
        asked.push(address);
        return new Response('x');
      },
      now: () => new Date(),
      timeoutMs: 1000,
    });
    expect(await catchError(download({ url, maxBytes: 9 }))).toMatchObject({
      class: 'bug',
      reason: 'bad_reply',
    });
    expect(asked).toEqual([]);
    expect(await download({ url: 'https://s3.amazonaws.com/x', maxBytes: 9 })).toHaveLength(1);
  });

  it.each([
    's3.amazonaws.com',
    'files.s3.amazonaws.com',
    'my.files.s3.us-west-2.amazonaws.com',
    'files.s3-us-gov-west-1.amazonaws.com',
    'files.s3.dualstack.eu-central-1.amazonaws.com',
    'files.s3-accelerate.amazonaws.com',
    'files.smartsheet.eu',
  ])('is read at %s', async (host) => {
    const download = createDownload({
      baseUrl: 'https://api.smartsheet.com/2.0',
      fetch: async () => new Response('x'),
      now: () => new Date(),
      timeoutMs: 1000,
    });
    expect(await download({ url: `https://${host}/x`, maxBytes: 9 })).toHaveLength(1);
  });

  it.each([403, 302])('is not read where the answer is %i', async (status) => {
    const { client } = await createClient([{ status, headers: { location: 'http://127.0.0.1:1/' } }]);
    const error = await catchError(client.attachments.download({ url: 'https://a.example/', maxBytes: 9 }));
    expect(error).toMatchObject({ class: 'retry', reason: 'bad_reply', status });
  });
});
