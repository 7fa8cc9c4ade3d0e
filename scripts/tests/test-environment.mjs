import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { childEnvironment } from '../toolchain/environment.mjs';

/**
 * The environment of every test: no setting of the person who runs them gets in, from their shell or their `.env`,
 * so that no test ever works on a real database or a real account.
 */
export function testEnvironment(temporaryFolder) {
  const env = { ...childEnvironment(), ENV_FILE: '/dev/null', TMPDIR: temporaryFolder };
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  for (const [, name] of example.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)) delete env[name];
  return env;
}
