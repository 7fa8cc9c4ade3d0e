import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { toolchain } from '../root.mjs';
import { installDependencies } from '../toolchain/dependencies.mjs';
import { turbo } from '../toolchain/turbo.mjs';
import { Unusable } from '../unusable.mjs';
import { readCommit, recordCommit } from './commit.mjs';

/** Where whoever runs the processes finds the Node that fits this version of the product. */
const nodeLink = join(toolchain, 'bin/node');

/** Installs and builds what the processes of an installation need, and starts nothing. Returns the exit code. */
export async function buildProduct(signal) {
  await installDependencies(signal);
  if (!(await turbo(['generate', 'build', '--filter=!@picksync/sandbox'], signal)))
    throw new Unusable('The build failed; what it said stands above.');
  rmSync(nodeLink, { force: true });
  symlinkSync(process.execPath, nodeLink);
  recordCommit(readCommit());
  console.log(`Picksync is built. Its processes run with ${nodeLink}.`);
  return 0;
}
