import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // 130: an interrupted run has not passed.
  whenInterrupted: 130,
  main: async (signal) => {
    const { runTests } = await import('./tests/run-tests.mjs');
    return runTests(signal, process.argv.slice(2));
  },
});
