import { fileURLToPath } from 'node:url';
import { withToolchain } from './toolchain.mjs';

await withToolchain(fileURLToPath(import.meta.url), async () => {
  const { runTests } = await import('./tests/run-tests.mjs');
  process.exitCode = await runTests();
});
