import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unusable } from '../unusable.mjs';

/**
 * The registry's integrity values, by name and version, of the packages that are fetched before pnpm and its lock file
 * can be used.
 */
export const pinnedHashes = JSON.parse(readFileSync(new URL('pinned-hashes.json', import.meta.url), 'utf8'));

/** The platforms for which every fetched package has a pinned hash. On others only npm checks against the registry. */
export const pinnedPlatforms = ['linux-x64', 'linux-arm64'];

function thisPlatform() {
  // The C library decides which binary is fetched; only glibc's version is reported.
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;
}

/**
 * Throws when a package that npm has just installed is not the pinned one. npm has compared the content with the hash
 * that it stores there; nothing of the package has been run.
 */
export function assertPinned(folder, { platform = thisPlatform(), pins = pinnedHashes } = {}) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
  for (const [path, { version, integrity }] of Object.entries(packages)) {
    const spec = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
    if (pins[spec] === integrity && integrity !== undefined) continue;
    if (pins[spec] === undefined && !pinnedPlatforms.includes(platform)) continue;
    throw new Unusable(
      `What the npm registry gave for ${spec} is not what this version of Picksync was made with, so it is not used. Check the registry that npm is set to.`,
    );
  }
}
