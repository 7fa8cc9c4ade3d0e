import { expect, test } from 'vitest';
import { projectFiles, readProjectFile, sourceFiles } from './sources.mjs';

const files = sourceFiles();

test('no file or folder has a name that says nothing', () => {
  const vague = /(^|\/)(utils?|helpers?|common|shared|misc)(\/|\.)/;
  expect(projectFiles().filter((path) => vague.test(path))).toEqual([]);
});

test('every error of the types that is expected says why', () => {
  const bare = files.filter(({ text }) => /@ts-expect-error(?! \S)/.test(text));
  expect(bare.map(({ path }) => path)).toEqual([]);
});

test('packages that depend on one of ours stay within the plan of the house', () => {
  const server = ['contracts', 'db', 'process', 'sync-engine', 'smartsheet-account', 'smartsheet-client'];
  const allowed = {
    'apps/web': ['contracts', 'ui'],
    // The site shows the answers of the help, and takes the theme of the application.
    'apps/docs': ['ui', 'web'],
    'apps/api': [...server, 'metrics', 'embedded-postgres'],
    'apps/sync-worker': [...server, 'metrics', 'embedded-postgres'],
    'apps/sandbox': ['ui'],
    'packages/sync-engine': ['contracts', 'smartsheet-client'],
    'packages/smartsheet-account': ['contracts', 'db', 'smartsheet-client'],
    'packages/smartsheet-client': [],
    'packages/db': ['contracts', 'embedded-postgres'],
    'packages/embedded-postgres': [],
    'packages/process': [],
    'packages/metrics': ['contracts', 'db', 'process', 'smartsheet-client'],
    'packages/contracts': [],
    'packages/ui': [],
  };
  for (const [folder, may] of Object.entries(allowed)) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readProjectFile(`${folder}/package.json`));
    const ours = Object.keys({ ...dependencies, ...devDependencies }).filter((name) =>
      name.startsWith('@picksync/'),
    );
    expect(ours.filter((name) => !may.includes(name.replace('@picksync/', '')))).toEqual([]);
  }
});

test('a file that a worker loads takes values of the contracts from their part for syncs', () => {
  const loaded =
    /^(?:packages\/(?:db|metrics|process|smartsheet-account|smartsheet-client|sync-engine)|apps\/sync-worker)\/src\//;
  const takesAll = /^(?:import|export) (?!type\b)[^;]*? from '@picksync\/contracts';/m;
  const found = projectFiles().filter(
    (path) =>
      loaded.test(path) &&
      !/test|generated/.test(path) &&
      path.endsWith('.ts') &&
      takesAll.test(readProjectFile(path)),
  );
  expect(found).toEqual([]);
});
