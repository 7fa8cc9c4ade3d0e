import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, toolchain } from '../root.mjs';
import { installDependencies } from '../toolchain/dependencies.mjs';
import { childEnvironment } from '../toolchain/environment.mjs';
import { Unusable } from '../unusable.mjs';

const file = 'picksync.cdx.json';

/** What runs in an installation, as the Dockerfile installs it. */
const released = ['--prod', '--filter-prod', '@picksync/api...', '--filter-prod', '@picksync/sync-worker...'];

/** Returns the bill of materials of a release (CycloneDX), with licences where the packages are installed. */
export function readBillOfMaterials(args = []) {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', ...released, ...args];
  const { status, stdout, stderr } = spawnSync(join(toolchain, 'bin/pnpm'), ['sbom', ...options], {
    cwd: root,
    encoding: 'utf8',
    env: childEnvironment(),
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Unusable(`The bill of materials could not be made: ${stderr.trim() || status}`);
  return stdout;
}

/** Writes the bill of materials of a release into a file. Returns the exit code. */
export async function writeBillOfMaterials(signal) {
  await installDependencies(signal);
  writeFileSync(join(root, file), readBillOfMaterials());
  console.log(`The bill of materials stands in ${file}.`);
  return 0;
}
