import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // A start that was interrupted has stopped, which is what was wanted.
  whenInterrupted: 0,
  main: async (signal) => {
    const { startProduct } = await import('./product/start-product.mjs');
    return startProduct(signal);
  },
});
