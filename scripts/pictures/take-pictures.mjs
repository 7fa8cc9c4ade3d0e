import { withUsableNode } from '../toolchain/node.mjs';

await withUsableNode({
  script: import.meta.url,
  // 130: an interrupted run has not taken every picture.
  whenInterrupted: 130,
  main: async (signal) => {
    const { takePictures } = await import('./run-pictures.mjs');
    return takePictures(signal);
  },
});
