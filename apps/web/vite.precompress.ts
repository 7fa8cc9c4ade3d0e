import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthwhile = /\.(?:js|css|html|svg|json)$/;

/**
 * Writes each text file of a folder compressed beside itself, so that the server need not compress at every request. `quality`
 * is that of Brotli: the highest takes long for many files.
 */
export function compressFiles(folder: string, quality: number = constants.BROTLI_MAX_QUALITY): void {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!worthwhile.test(file)) continue;
    const path = join(folder, file);
    const content = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** Writes each text file of the build compressed beside itself. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      outDir = resolve(root, build.outDir);
    },
    // Not when the build is closed: one that failed is closed as well, and what fails then hides why.
    writeBundle: { order: 'post', sequential: true, handler: () => compressFiles(outDir) },
  };
}
