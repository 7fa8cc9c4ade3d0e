import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeScript } from '../testing/programs.mjs';
import { takeLock } from './lock-file.mjs';

test('a lock is held by one process until it is given back', async () => {
  const file = join(temporaryFolder(), 'lock');
  const holder = spawn(process.execPath, [
    writeScript(`import { takeLock } from '${import.meta.dirname}/lock-file.mjs';
      takeLock('${file}');
      console.log('held');
      setInterval(() => {}, 1000);`),
  ]);
  await once(holder.stdout, 'data');
  expect(takeLock(file)).toEqual({ owner: holder.pid });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = takeLock(file);
  expect(lock.owner).toBeUndefined();
  lock.release();
  expect(takeLock(file).release).toBeTypeOf('function');
});

test('a lock whose number has gone to some other program is taken over', () => {
  const file = join(temporaryFolder(), 'lock');
  symlinkSync('1', file);
  expect(takeLock(file).release).toBeTypeOf('function');
});
