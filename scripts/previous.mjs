import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  whenInterrupted: 130,
  main: async (signal) => {
    const { testPreviousVersion } = await import('./tests/test-previous-version.mjs');
    return testPreviousVersion(signal, process.argv.slice(2));
  },
});
