import { expect, test } from 'vitest';
import { failureReasons } from '../../packages/contracts/src/sync-failure-texts.ts';
import { projectFiles, readProjectFile, sourceFiles } from './sources.mjs';

/** What can find out that a sync fails or waits: not the words of the contract, and not what only shows them. */
const migrations = projectFiles().filter((path) => path.endsWith('migration.sql'));
const producers = [
  ...sourceFiles()
    .filter(({ path }) =>
      /^(apps\/(api|sync-worker)|packages\/(sync-engine|smartsheet-account))\//.test(path),
    )
    .map(({ text }) => text),
  ...migrations.map(readProjectFile),
];

test('every reason why a sync fails or waits is given somewhere', () => {
  const isGiven = (reason) => producers.some((text) => text.includes(`'${reason}'`));
  expect(failureReasons.length).toBeGreaterThan(0);
  expect(failureReasons.filter((reason) => !isGiven(reason))).toEqual([]);
});
