import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBuiltCommit } from '../../packages/process/src/build-info.ts';
import { temporaryFolder } from '../testing/programs.mjs';
import { readCommit, recordCommit } from './commit.mjs';

test('a process tells the commit that its release was built from, and none where that is not known', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'commit');
  expect(readBuiltCommit(file)).toBe('unknown');
  recordCommit('0123456789abcdef', folder);
  expect(readBuiltCommit(file)).toBe('0123456789abcdef');
  recordCommit(readCommit(folder), folder);
  expect(readBuiltCommit(file)).toBe('unknown');
  writeFileSync(file, 'no hash\n');
  expect([readFileSync(file, 'utf8'), readBuiltCommit(file)]).toEqual(['no hash\n', 'unknown']);
});
