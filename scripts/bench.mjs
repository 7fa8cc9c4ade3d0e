import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // 130: an interrupted run has not measured everything.
  whenInterrupted: 130,
  main: async (signal) => {
    const { runBench } = await import('./bench/run-bench.mjs');
    return runBench({ args: process.argv.slice(2), signal });
  },
});
