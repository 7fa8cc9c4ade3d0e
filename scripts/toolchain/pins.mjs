import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unusable } from '../unusable.mjs';

/**
 * The registry's integrity values, by name and version, of the packages that are fetched before pnpm and its lock file
 * can be used.
 */
export const pinnedHashes = JSON.parse(readFileSync(new URL('pinned-hashes.json', import.meta.url), 'utf8'));

/** The platforms for which every fetched package has a pinned hash. */
export const pinnedPlatforms = ['linux-x64', 'linux-arm64'];

/** Returns the platform as packages of binaries are named: `linux-x64`, `darwin-arm64`, `linux-x64-musl`. */
export function thisPlatform() {
  // The C library decides which binary is fetched; only glibc's version is reported.
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;
}

/** Whether the person who starts it lets npm's own check against the registry do where no hash is pinned. */
function isRegistryTrusted() {
  return process.env.TRUST_NPM_REGISTRY === 'yes';
}

/**
 * Throws when a package that npm has just installed is not the pinned one. npm has compared the content with the hash
 * that it stores there; nothing of the package has been run.
 */
export function assertPinned(
  folder,
  { platform = thisPlatform(), pins = pinnedHashes, trustsRegistry = isRegistryTrusted() } = {},
) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
  for (const [path, { version, integrity }] of Object.entries(packages)) {
    const spec = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
    if (pins[spec] === integrity && integrity !== undefined) continue;
    if (pins[spec] !== undefined || pinnedPlatforms.includes(platform))
      throw new Unusable(
        `What the npm registry gave for ${spec} is not what this version of Picksync was made with, so it is not used. Check the registry that npm is set to.`,
      );
    if (!trustsRegistry)
      throw new Unusable(
        `Picksync has no pinned hash for ${spec}, which ${platform} needs, so it cannot tell whether the npm registry gave the right one. To let npm's own check do, set TRUST_NPM_REGISTRY=yes and start again; Linux with glibc, also in a container or WSL, needs no such trust.`,
      );
  }
}
