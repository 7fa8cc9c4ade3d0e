import { withUsableNode } from '../toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // Not every picture has been taken.
  whenInterrupted: 130,
  main: async (signal) => {
    const { takePictures } = await import('./run-pictures.mjs');
    return takePictures(signal);
  },
});
