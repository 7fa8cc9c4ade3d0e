import { expect, test } from 'vitest';
import { projectFiles, readProjectFile, sourceFiles } from './sources.mjs';

const files = sourceFiles();
const sizes = files.map(({ lines }) => lines).sort((a, b) => a - b);
const at = (share) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))];

test('half of the files have at most 60 lines', () => {
  expect(files.length).toBeGreaterThan(0);
  expect(at(0.5)).toBeLessThanOrEqual(60);
});

test('nine files in ten have at most 140 lines', () => {
  expect(at(0.9)).toBeLessThanOrEqual(140);
});

test('no file has more than 300 lines', () => {
  expect(files.filter(({ lines }) => lines > 300).map(({ path }) => path)).toEqual([]);
});

test('a package has one barrel', () => {
  const barrels = files.filter(({ path }) => /\/index\.tsx?$/.test(path)).map(({ path }) => path);
  expect(barrels.filter((path) => !/^packages\/[^/]+\/src\/index\.ts$/.test(path))).toEqual([]);
});

test('no file or folder has a name that says nothing', () => {
  const vague = /(^|\/)(utils?|helpers?|common|shared|misc)(\/|\.)/;
  expect(projectFiles().filter((path) => vague.test(path))).toEqual([]);
});

test('every lint suppression says why', () => {
  const bare = files.filter(({ text }) =>
    /biome-ignore(?![^\n]*: \S)|@ts-(ignore|expect-error)(?! \S)/.test(text),
  );
  expect(bare.map(({ path }) => path)).toEqual([]);
});

test('packages that depend on one of ours stay within the plan of the house', () => {
  const server = ['contracts', 'db', 'process', 'sync-engine', 'smartsheet-account', 'smartsheet-client'];
  const allowed = {
    'apps/web': ['contracts', 'ui'],
    'apps/api': [...server, 'embedded-postgres'],
    'apps/sync-worker': server,
    'apps/sandbox': [],
    'packages/sync-engine': ['contracts', 'smartsheet-client'],
    'packages/smartsheet-account': ['contracts', 'db', 'smartsheet-client'],
    'packages/smartsheet-client': [],
    'packages/db': ['contracts', 'embedded-postgres'],
    'packages/embedded-postgres': [],
    'packages/process': [],
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
