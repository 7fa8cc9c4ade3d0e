import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { childEnvironment } from '../toolchain/environment.mjs';

/**
 * Returns the environment of all tests. It contains no settings from the user's shell or `.env`, so that no test ever
 * uses a real database or account.
 */
export function testEnvironment(temporaryFolder) {
  const env = { ...childEnvironment(), ENV_FILE: '/dev/null', TMPDIR: temporaryFolder };
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  for (const [, name] of example.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)) delete env[name];
  return env;
}
