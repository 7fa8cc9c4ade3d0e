import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
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

test('the lock file names every package with the hash of its content', () => {
  const { packages } = parse(readProjectFile('pnpm-lock.yaml'));
  expect(Object.keys(packages).length).toBeGreaterThan(300);
  const unhashed = Object.entries(packages).filter(
    ([, { resolution }]) => !/^sha512-.{86}==$/.test(resolution.integrity ?? ''),
  );
  expect(unhashed.map(([name]) => name)).toEqual([]);
});

test('the pinned hash is used', () => {
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

describe('a platform without pinned hashes', () => {
  const needed = () =>
    fetched({ 'node_modules/@pnpm/exe.darwin-arm64': { version: pnpmVersion, integrity: 'sha512-x' } });

  test('refuses what it cannot check, and names the setting that lets npm check', () => {
    const refusal = /no pinned hash for @pnpm\/exe\.darwin-arm64@.+ TRUST_NPM_REGISTRY=yes/;
    for (const platform of ['darwin-arm64', 'linux-x64-musl'])
      expect(() => assertPinned(needed(), { platform, trustsRegistry: false })).toThrow(refusal);
  });

  test('takes it when the registry is trusted', () => {
    expect(() => assertPinned(needed(), { platform: 'darwin-arm64', trustsRegistry: true })).not.toThrow();
  });

  test('refuses another content under a pinned version also when the registry is trusted', () => {
    expect(() =>
      assertPinned(pnpm('sha512-other'), { platform: 'darwin-arm64', trustsRegistry: true }),
    ).toThrow(/is not what this version of Picksync was made with/);
  });
});
