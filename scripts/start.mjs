import { withUsableNode } from './toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // Told to stop it has stopped, which is what was wanted.
  whenInterrupted: 0,
  main: async (signal) => {
    const { startProduct } = await import('./product/start-product.mjs');
    return startProduct(signal);
  },
});
