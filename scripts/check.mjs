import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // 130: an interrupted run has not passed.
  whenInterrupted: 130,
  main: async (signal) => {
    const { runChecks } = await import('./tests/run-checks.mjs');
    return runChecks(signal, process.argv.slice(2));
  },
});
