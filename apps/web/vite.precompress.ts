import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthwhile = /\.(js|css|html|svg)$/;

/** Writes each text file of the build compressed beside itself, so that the server need not compress at every request. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      outDir = resolve(root, build.outDir);
    },
    closeBundle: (error) => {
      // A build that failed has nothing worth compressing, and its own reason to tell.
      if (error) return;
      for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        if (!worthwhile.test(file)) continue;
        const path = join(outDir, file);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
