import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // 130: an interrupted run has not tried every change.
  whenInterrupted: 130,
  main: async (signal) => {
    const { runMutation } = await import('./mutation/run-mutation.mjs');
    return runMutation({ args: process.argv.slice(2), signal });
  },
});
