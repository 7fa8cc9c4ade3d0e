import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../root.mjs';
import { temporaryFolder } from '../testing/programs.mjs';
import { startDatabase } from './database.mjs';
import { createProcesses } from './processes.mjs';

const { Client } = createRequire(join(root, 'packages/embedded-postgres/package.json'))('pg');

async function query(url, sql) {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a database that was killed is there again at the same address, with what was committed', async () => {
  const dataDir = temporaryFolder();
  // The server runs under another account where this one is root.
  chmodSync(dataDir, 0o755);
  const lines = [];
  const { start, stop, givenUp } = createProcesses({
    logDir: temporaryFolder(),
    say: (line) => lines.push(line),
    signal: new AbortController().signal,
  });
  onTestFinished(stop);
  let sentence;
  givenUp.catch((error) => {
    sentence = error.message;
  });
  const url = await startDatabase({ start, dataDir });
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');

  for (let crashes = 1; crashes <= 2; crashes += 1) {
    const [{ file }] = await query(url, "SELECT pg_read_file('postmaster.pid') AS file");
    // A session that is busy keeps the memory of the server that is gone for a while.
    query(url, 'DO $$ BEGIN PERFORM count(*) FROM generate_series(1, 3000000); END $$').catch(() => {});
    process.kill(Number.parseInt(file, 10), 'SIGKILL');
    await expect.poll(() => lines.length).toBe(crashes);
    const answer = () => query(url, 'SELECT answer FROM kept').catch(String);
    await expect.poll(answer, { timeout: 40_000 }).toEqual([{ answer: 42 }]);
  }
  expect(lines).toEqual(Array(2).fill('database ended (code 1); starting it again'));
  expect(sentence).toBeUndefined();
});
