import { join } from 'node:path';
import { root } from '../root.mjs';
import { installDependencies } from '../toolchain/dependencies.mjs';

const folders = { client: join(root, 'packages/client/dist'), cli: join(root, 'apps/cli/dist') };

/** Writes the packages that are published into their folders. Returns the exit code. */
export async function packPrograms(signal) {
  await installDependencies(signal);
  const { bundleClient, bundleCli } = await import('./bundle-program.mjs');
  await bundleClient(folders.client);
  await bundleCli(folders.cli);
  for (const folder of Object.values(folders)) console.log(`npm publish ${folder}`);
  return 0;
}
