// The version before has to work on the schema of this one: processes of both run side by side while an installation is updated,
// and the way back keeps the newer schema. So its tests are run on this version's migrations.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.mjs';

const migrations = 'packages/db/prisma/migrations';
/** Tests of what reads and writes the database: routes, queries that rules share, and jobs. */
const defaultTests = ['.http.test', '.store.test', '.job.test'];

/** Asks Git, and returns what it says, or undefined when it refuses. */
function git(...args) {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Returns the version that the words name, or the newest release before this commit. */
function findVersion(named) {
  if (named) return git('rev-parse', '--verify', '--quiet', `${named}^{commit}`) && named;
  return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
}

async function runTests(folder, { signal, part }) {
  const child = spawn('npm', ['test', '--', part], { cwd: folder, stdio: 'inherit', signal });
  const [code] = await once(child, 'exit');
  return code === 0;
}

/**
 * Runs the tests of an older version on the migrations of this one: of the commit that is named first, or of the newest release.
 * Further words are parts of the paths of the tests to run. Returns the exit code.
 */
export async function testPreviousVersion(signal, [named, ...parts]) {
  const version = findVersion(named);
  if (version === undefined) {
    if (named) console.error(`Git knows no commit "${named}".`);
    else
      console.log('No release was made yet: there is no version before this one to test. 0 tests were run.');
    return named ? 1 : 0;
  }
  const added = git('diff', '--name-only', '--diff-filter=A', version, 'HEAD', '--', migrations)?.split('\n');
  const news = added?.filter((path) => path.endsWith('.sql')) ?? [];
  if (news.length === 0) {
    console.log(
      `No migration was added since ${version}: its tests would say the same again. 0 tests were run.`,
    );
    return 0;
  }
  console.log(`The tests of ${version} run on ${news.length} newer migrations:\n${news.join('\n')}`);
  const folder = mkdtempSync(join(tmpdir(), 'picksync-previous-'));
  try {
    const commit = git('rev-parse', `${version}^{commit}`);
    git('clone', '--quiet', '--no-checkout', '--shared', root, folder);
    if (git('-C', folder, 'checkout', '--quiet', '--detach', commit) === undefined)
      throw new Error(`Git could not check out ${version}.`);
    cpSync(join(root, migrations), join(folder, migrations), { recursive: true });
    const failed = [];
    for (const part of parts.length > 0 ? parts : defaultTests)
      if (!(await runTests(folder, { signal, part }))) failed.push(part);
    if (failed.length === 0) console.log(`${version} works on the schema of this version.`);
    else console.error(`${version} does not work on the schema of this version: ${failed.join(', ')}`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
