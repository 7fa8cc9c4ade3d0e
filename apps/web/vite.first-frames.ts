import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import { findScripts } from './vite.first-load.ts';

type Frames = typeof import('./src/first-frames.html.tsx');

const file = fileURLToPath(new URL('./src/first-frames.html.tsx', import.meta.url));

/**
 * Puts into each document of the application what it shows until the application runs: the sign, the shape of a page, or, for
 * visitors, the page itself. The server chooses among the documents.
 */
export function firstFrames(): Plugin {
  return {
    name: 'first-frames',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has no index.html');
      const document = String(page.source);
      const { module } = await runnerImport<Frames>(file, { configFile: false });
      for (const frame of module.firstFrames) {
        const scripts = frame.module ? findScripts(bundle, { document, module: frame.module }) : [];
        const source = module.withFrame(document, frame, scripts);
        if (frame.file === 'index.html') page.source = source;
        else this.emitFile({ type: 'asset', fileName: frame.file, source });
      }
    },
  };
}
