// For the container images: installs the pnpm that package.json names, checked against its pinned hash.
import { mkdirSync } from 'node:fs';
import { toolchain } from '../root.mjs';
import { sentenceFor } from '../unusable.mjs';
import { fetchPnpm } from './dependencies.mjs';

try {
  mkdirSync(toolchain, { recursive: true });
  await fetchPnpm();
} catch (error) {
  const sentence = sentenceFor(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exitCode = 1;
}
