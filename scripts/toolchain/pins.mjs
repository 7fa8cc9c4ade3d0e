import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unusable } from '../unusable.mjs';

/** The registry's own integrity values, by name and version, of what is fetched before pnpm and its lock file are there. */
export const pinnedHashes = JSON.parse(readFileSync(new URL('pinned-hashes.json', import.meta.url), 'utf8'));

/** Where every package that is fetched has a pinned hash. Elsewhere npm's own check against the registry has to do. */
export const pinnedPlatforms = ['linux-x64', 'linux-arm64'];

function thisPlatform() {
  // The C library decides which binary is fetched; only glibc's version is reported.
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;
}

/**
 * Throws when a package that npm has just put into a folder is not the one that was pinned. npm has compared what it
 * unpacked with the hash that it notes there; nothing of it has been run.
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
