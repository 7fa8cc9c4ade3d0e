import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // Not every change has been tried.
  whenInterrupted: 130,
  main: async (signal) => {
    const { runMutation } = await import('./mutation/run-mutation.mjs');
    return runMutation({ args: process.argv.slice(2), signal });
  },
});
