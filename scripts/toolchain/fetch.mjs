import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { canWrite } from '../process/can-write.mjs';
import { lastWords } from '../process/last-words.mjs';
import { runTool } from '../process/run-tool.mjs';
import { toolchain } from '../root.mjs';
import { Unusable } from '../unusable.mjs';
import { assertPinned } from './pins.mjs';

const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--include=optional'];

// Without a network npm would retry for more than two minutes.
const retries = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

/** Returns the folder for the caches of npm and pnpm: the user's home, or our own folder when that is not writable. */
export function homeForTools() {
  return canWrite(homedir()) ? homedir() : join(toolchain, 'home');
}

function reason(said) {
  return /^npm (?:error|ERR!) code (\S+)/m.exec(said)?.[1] ?? lastWords(said);
}

function throwAwayUnfinished() {
  for (const name of readdirSync(toolchain))
    if (name.startsWith('.making-')) rmSync(join(toolchain, name), { recursive: true, force: true });
}

/**
 * Fetches one package of the npm registry, such as `pnpm@12.21.0`, into a folder of its own and returns that folder.
 * The folder is complete or missing, also after an interruption, and only has the pinned content; a second call uses it
 * again. Only one command at a time may call it.
 */
export async function fetchPackage(spec, { signal }) {
  const folder = join(toolchain, spec);
  const fetched = join(folder, 'node_modules', spec.slice(0, spec.lastIndexOf('@')));
  if (existsSync(folder)) return fetched;
  throwAwayUnfinished();
  const making = mkdtempSync(join(toolchain, '.making-'));
  try {
    writeFileSync(join(making, 'package.json'), '{ "private": true }\n');
    const { ok, said } = await runTool({
      command: 'npm',
      args: ['install', '--prefix', making, ...flags, ...retries, '--loglevel=error', spec],
      env: { ...process.env, HOME: homeForTools() },
      cwd: making,
      signal,
    });
    if (!ok)
      throw new Unusable(
        `Could not fetch ${spec} from the npm registry (${reason(said)}). Check the network connection, then try again.`,
      );
    assertPinned(making);
    renameSync(making, folder);
  } finally {
    throwAwayUnfinished();
  }
  return fetched;
}
