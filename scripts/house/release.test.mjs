import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { temporaryFolder } from '../testing/programs.mjs';

const units = ['picksync-api@3000', 'picksync-api@3001', 'picksync-worker@4001'];

/** Runs the script on two releases, beside a systemd and a curl that say what they were asked. */
function replace(release, { isReady }) {
  const folder = temporaryFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const link = join(folder, 'picksync');
  for (const name of ['0.1.0', '0.2.0']) {
    mkdirSync(join(`${link}-${name}`, '.toolchain/bin'), { recursive: true });
    symlinkSync(process.execPath, join(`${link}-${name}`, '.toolchain/bin/node'));
  }
  symlinkSync(`${link}-0.1.0`, link);
  const listed = units.map((unit) => `${unit}.service loaded active running Picksync`).join('\n');
  const programs = {
    systemctl: `if [ "$1" = list-units ]; then echo "${listed}"; else echo "$*" >> ${folder}/asked; fi`,
    curl: `for url; do :; done; echo "$url" >> ${folder}/asked; ${isReady}`,
    sleep: '',
  };
  for (const [name, does] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${does}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const script = join(root, 'deploy/release/picksync-replace');
  const env = { PATH: `${bin}:${process.env.PATH}`, LINK: link };
  const { status, stderr } = spawnSync(script, [release], { env, encoding: 'utf8' });
  const file = join(folder, 'asked');
  const asked = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return { status, stderr, asked, leadsTo: readlinkSync(link).slice(link.length + 1) };
}

test('a release is replaced unit by unit, and each is waited for', () => {
  // Every second answer is that it is ready.
  const { status, asked, leadsTo } = replace('0.2.0', {
    isReady: 'echo asked >> "$0.count"; test $(($(wc -l < "$0.count") % 2)) = 0',
  });
  const steps = units.flatMap((unit) => {
    const question = `http://127.0.0.1:${unit.split('@')[1]}/readyz`;
    return [`restart ${unit}.service`, question, question];
  });
  expect({ status, asked, leadsTo }).toEqual({ status: 0, asked: steps, leadsTo: '0.2.0' });
});

test('a unit that does not become ready is named, and those after it go on', () => {
  const { status, stderr, asked } = replace('0.2.0', { isReady: 'exit 22' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('picksync-api@3000.service is not ready')]);
  expect(asked.filter((line) => line.startsWith('restart'))).toEqual(['restart picksync-api@3000.service']);
});

test('a release that is not built changes nothing', () => {
  const { status, asked, leadsTo } = replace('0.3.0', { isReady: 'true' });
  expect([status, asked, leadsTo]).toEqual([1, [], '0.1.0']);
});
