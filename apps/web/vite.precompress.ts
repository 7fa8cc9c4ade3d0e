import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthwhile = /\.(js|css|html|svg)$/;

/** Writes each text file of the build compressed beside itself, so that the server need not compress at every request. */
export const precompress = (): Plugin => {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      outDir = join(root, build.outDir);
    },
    closeBundle: () => {
      for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        if (!worthwhile.test(file)) continue;
        const path = join(outDir, file);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
};
