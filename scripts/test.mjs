import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // Not everything has passed.
  whenInterrupted: 130,
  main: async (signal) => {
    const { runTests } = await import('./tests/run-tests.mjs');
    return runTests(signal);
  },
});
