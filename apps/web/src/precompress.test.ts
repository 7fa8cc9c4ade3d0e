import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { precompress } from '../vite.precompress.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'picksync-precompress-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function buildPage(script: string): Promise<unknown> {
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  writeFileSync(join(root, 'main.js'), script);
  return build({ root, configFile: false, logLevel: 'silent', plugins: [precompress()] });
}

test('a file of a build is written compressed beside itself', async () => {
  await buildPage('document.title = "Clients";');
  const page = readFileSync(join(root, 'dist/index.html'));
  expect(brotliDecompressSync(readFileSync(join(root, 'dist/index.html.br')))).toEqual(page);
});

test('a build that fails says why', async () => {
  await expect(buildPage('const x = ;')).rejects.toThrow('Unexpected token');
});
