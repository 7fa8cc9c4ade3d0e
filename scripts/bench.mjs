import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // Not everything has been measured.
  whenInterrupted: 130,
  main: async (signal) => {
    const { runBench } = await import('./bench/run-bench.mjs');
    return runBench({ args: process.argv.slice(2), signal });
  },
});
