import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSandbox, type Sandbox } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Sheet } from '../smartsheet/model.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox({
    config: readConfig({}),
    now: () => new Date('2026-11-02T09:00:00Z'),
    random: Math.random,
  });
});
afterEach(() => sandbox.close());

function named(name: string): Sheet {
  const sheet = [...sandbox.state.sheets.values()].find((one) => one.name === name);
  if (!sheet) throw new Error(`No sheet ${name}`);
  return sheet;
}

function findColumn(sheet: Sheet, title: string) {
  const column = sheet.columns.find((one) => one.title === title);
  if (!column) throw new Error(`No column ${title}`);
  return column;
}

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

async function call(method: Method, path: string, payload?: Record<string, unknown>) {
  const url = `/api/console/${path}`;
  const answer = await sandbox.app.inject({ method, url, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body ? answer.json() : null };
}

describe('reading', () => {
  test('the overview lists the accounts and every sheet with its owner, sharing and size', async () => {
    const { body } = await call('GET', 'overview');
    expect(body.accounts[0]).toEqual({
      email: 'office@northwind.example',
      name: 'Olivia Park',
      licensed: true,
    });
    expect(body.sheets).toHaveLength(sandbox.state.sheets.size);
    expect(body.sheets.find((sheet: { name: string }) => sheet.name === 'CRM pipeline')).toMatchObject({
      owner: 'projects@harborline.example',
      shares: [{ email: 'office@northwind.example', access: 'ADMIN' }],
      rows: 32,
      version: 1,
    });
  });

  test('a sheet shows its columns with their options, and ids are strings', async () => {
    const sheet = named('Time sheet 2026');
    const { body } = await call('GET', `sheets/${sheet.id}`);
    expect(body.id).toBe(String(sheet.id));
    expect(body.columns[1]).toMatchObject({
      title: 'Client',
      type: 'PICKLIST',
      validation: true,
      locked: false,
    });
    expect(body.columns[1].options).toContain('Meridian Bank');
  });

  test('rows are read in ranges, with the display text of each type of cell', async () => {
    const sheet = named('Projects');
    const { body } = await call('GET', `sheets/${sheet.id}/rows?from=1&count=2`);
    expect(body).toHaveLength(2);
    const shown = (title: string) => body[0].cells[findColumn(sheet, title).id];
    expect(body[0]).toMatchObject({ number: 2, depth: 1, parent: false });
    expect(shown('Code and title')).toMatchObject({
      text: 'P-1007 Intranet relaunch',
      formula: expect.stringMatching(/^=/),
    });
    expect(shown('Manager')).toMatchObject({ value: { name: 'Daniel Weiss' }, text: 'Daniel Weiss' });
    expect(Array.isArray(shown('Team').value)).toBe(true);
  });

  test('the last rows of 20,000 are as quick to read as the first', async () => {
    const { body } = await call('GET', `sheets/${named('Parts catalogue').id}/rows?from=19950&count=100`);
    expect(body.map((row: { number: number }) => row.number).at(-1)).toBe(20_000);
  });

  test('an unknown sheet gets 404 with a message', async () => {
    expect(await call('GET', 'sheets/1234')).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    });
  });
});

describe('editing cells and rows', () => {
  test('a typed value is written to the cell and raises the version', async () => {
    const sheet = named('Clients');
    const [row] = sheet.rows;
    const column = findColumn(sheet, 'Client name');
    const { status } = await call('PUT', `sheets/${sheet.id}/cells`, {
      rowId: String(row?.id),
      columnId: String(column.id),
      value: 'Aldergrove Creamery',
    });
    expect(status).toBe(204);
    expect(row?.cells[column.id]?.value).toBe('Aldergrove Creamery');
    expect(row?.modifiedBy).toBe(sheet.ownerId);
    expect(sheet.version).toBe(2);
  });

  test.each([
    ['Services', ['Design', 'Training'], { objectType: 'MULTI_PICKLIST', values: ['Design', 'Training'] }],
    ['Active', false, false],
    ['Client since', '2026-02-03', '2026-02-03'],
    ['Region', 'Atlantis', 'Atlantis'],
    [
      'Account manager',
      'Ann Lee <ann@northwind.example>',
      { objectType: 'CONTACT', name: 'Ann Lee', email: 'ann@northwind.example' },
    ],
  ])('%s takes what a person would enter', async (title, value, kept) => {
    const sheet = named('Clients');
    const [row] = sheet.rows;
    const column = findColumn(sheet, title);
    const cell = { rowId: String(row?.id), columnId: String(column.id) };
    expect((await call('PUT', `sheets/${sheet.id}/cells`, { ...cell, value })).status).toBe(204);
    expect(row?.cells[column.id]?.value).toEqual(kept);
    expect((await call('PUT', `sheets/${sheet.id}/cells`, { ...cell, value: null })).status).toBe(204);
    const cleared = column.type === 'CHECKBOX' ? { value: false } : undefined;
    expect(row?.cells[column.id]).toEqual(cleared);
  });

  test('a restricted dropdown rejects other values with a message', async () => {
    const sheet = named('Clients');
    const answer = await call('PUT', `sheets/${sheet.id}/cells`, {
      rowId: String(sheet.rows[0]?.id),
      columnId: String(findColumn(sheet, 'Segment').id),
      value: 'Royalty',
    });
    expect(answer).toEqual({
      status: 400,
      body: {
        message: 'This column accepts only its options. Add the option first, or remove the restriction.',
      },
    });
    expect(sheet.version).toBe(1);
  });

  test('rows are added at the bottom and deleted with the rows under them', async () => {
    const sheet = named('Regions');
    const before = sheet.rows.length;
    const added = await call('POST', `sheets/${sheet.id}/rows`);
    expect(String(sheet.rows.at(-1)?.id)).toBe(added.body.id);
    const deleted = await call('DELETE', `sheets/${sheet.id}/rows`, {
      rowIds: [String(sheet.rows[0]?.id), added.body.id],
    });
    expect(deleted.status).toBe(204);
    expect(sheet.rows).toHaveLength(before - 6);
  });
});

describe('editing columns and sharing', () => {
  test('options, restriction, lock and title of a column can be updated', async () => {
    const sheet = named('Time sheet 2026');
    const column = findColumn(sheet, 'Project');
    const path = `sheets/${sheet.id}/columns/${column.id}`;
    expect((await call('PATCH', path, { options: ['One', 'Two'] })).status).toBe(204);
    expect((await call('PATCH', path, { validation: true })).status).toBe(204);
    expect((await call('PATCH', path, { title: 'Project code' })).status).toBe(204);
    expect((await call('PATCH', path, { locked: true })).status).toBe(204);
    expect(column).toMatchObject({
      options: ['One', 'Two'],
      validation: true,
      title: 'Project code',
      locked: true,
    });
  });

  test('a locked column cannot be updated until it is unlocked', async () => {
    const sheet = named('Time sheet 2026');
    const path = `sheets/${sheet.id}/columns/${findColumn(sheet, 'Approver').id}`;
    const refused = await call('PATCH', path, { options: ['Ann'] });
    expect(refused).toEqual({ status: 403, body: { message: 'This column is locked. Unlock it first.' } });
    await call('PATCH', path, { locked: false });
    expect((await call('PATCH', path, { options: ['Ann'] })).status).toBe(204);
  });

  test('columns are added and deleted, and a duplicate title is rejected', async () => {
    const sheet = named('Time sheet 2026');
    const added = await call('POST', `sheets/${sheet.id}/columns`, {
      title: 'Cost centre',
      type: 'PICKLIST',
    });
    expect(added.status).toBe(201);
    expect(findColumn(sheet, 'Cost centre')).toMatchObject({ type: 'PICKLIST', options: [] });
    const twice = await call('POST', `sheets/${sheet.id}/columns`, { title: 'Cost centre', type: 'DATE' });
    expect(twice).toEqual({ status: 400, body: { message: 'Another column has this name.' } });
    expect((await call('DELETE', `sheets/${sheet.id}/columns/${added.body.id}`)).status).toBe(204);
    expect(sheet.columns.some((one) => one.title === 'Cost centre')).toBe(false);
  });

  test('an account gets access to a sheet and loses it again', async () => {
    const sheet = named('Clients');
    const email = 'intern@northwind.example';
    const intern = [...sandbox.state.accounts.values()].find((one) => one.email === email);
    const level = () => sheet.shares[String(intern?.id)];
    expect((await call('PUT', `sheets/${sheet.id}/shares`, { email, access: 'EDITOR' })).status).toBe(204);
    expect(level()).toBe('EDITOR');
    expect((await call('PUT', `sheets/${sheet.id}/shares`, { email, access: null })).status).toBe(204);
    expect(level()).toBeUndefined();
  });
});

describe('the sheet itself', () => {
  test('is renamed, and a blank name is rejected', async () => {
    const sheet = named('Carriers (read only)');
    expect((await call('PATCH', `sheets/${sheet.id}`, { name: ' Carriers ' })).status).toBe(204);
    expect(sheet.name).toBe('Carriers');
    expect(await call('PATCH', `sheets/${sheet.id}`, { name: ' ' })).toMatchObject({
      status: 400,
      body: { message: 'That cannot be blank.' },
    });
  });

  test('is gone once deleted', async () => {
    const sheet = named('Shipments');
    expect((await call('DELETE', `sheets/${sheet.id}`)).status).toBe(204);
    expect((await call('GET', `sheets/${sheet.id}`)).status).toBe(404);
  });
});

describe('the page', () => {
  test('is served as it was built, with its files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'console-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(
      join(folder, 'index.html'),
      '<script type="module" src="/console/assets/index.js"></script>',
    );
    writeFileSync(join(folder, 'console.css'), 'body {}');
    const { app, close } = createSandbox({
      config: readConfig({ CONSOLE_DIST: folder }),
      now: () => new Date(),
      random: Math.random,
    });
    onTestFinished(close);
    const page = await app.inject('/');
    expect(page.headers['content-type']).toMatch(/text\/html/);
    expect(page.body).toContain('/console/assets/index.js');
    expect((await app.inject('/console/console.css')).headers['content-type']).toMatch(/text\/css/);
  });

  test('says how to build it where it is not built, and all else works', async () => {
    const { app, close } = createSandbox({
      config: readConfig({ CONSOLE_DIST: join(tmpdir(), 'no-console') }),
      now: () => new Date(),
      random: Math.random,
    });
    onTestFinished(close);
    expect(await app.inject('/')).toMatchObject({
      statusCode: 200,
      body: expect.stringContaining('pnpm --filter @picksync/sandbox build'),
    });
    expect((await app.inject('/api/console/overview')).statusCode).toBe(200);
  });

  test('receives events for an edit, a mail and a change of sharing', async () => {
    const address = await sandbox.app.listen({ port: 0, host: '127.0.0.1' });
    const stop = new AbortController();
    const stream = await fetch(`${address}/api/console/events`, { signal: stop.signal });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => {
      for (;;) {
        const { value = '' } = await reader.read();
        const data = /^data: (.*)$/m.exec(value)?.[1];
        if (data) return JSON.parse(data);
      }
    };
    const sheet = named('Clients');
    await call('POST', `sheets/${sheet.id}/rows`);
    expect(await next()).toEqual({
      sheets: [String(sheet.id)],
      list: false,
      mails: false,
      faults: false,
      payments: false,
      channels: false,
    });
    await call('PUT', `sheets/${sheet.id}/shares`, { email: 'intern@northwind.example', access: 'VIEWER' });
    expect(await next()).toMatchObject({ list: true });
    await sandbox.app.inject({ method: 'DELETE', url: '/api/mails' });
    expect(await next()).toMatchObject({ mails: true });
    stop.abort();
  });
});
