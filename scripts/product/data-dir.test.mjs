import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/programs.mjs';
import { localSecrets, openDataDir } from './data-dir.mjs';

test('a data folder is made where it is missing, and given back', () => {
  const dataDir = join(temporaryFolder(), 'data', 'here');
  const { logDir, release } = openDataDir(dataDir);
  expect(statSync(logDir).isDirectory()).toBe(true);
  release();
  openDataDir(dataDir).release();
});

test('a data folder that cannot be is refused with what to do', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => openDataDir(file)).toThrow(
    /^Cannot write to .+ \(ENOTDIR\)\. .+ choose another folder with DATA_DIR\.$/,
  );
});

test('keys are made once and kept from other users', () => {
  const dataDir = temporaryFolder();
  const secrets = localSecrets(dataDir);
  expect(localSecrets(dataDir)).toEqual(secrets);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0);
});

test('a data folder from before keeps its keys and gets what it lacks', () => {
  const dataDir = temporaryFolder();
  const before = { SEALING_KEYS: 'local:key', SECRET: 'secret', SANDBOX_CLIENT_SECRET: 'client-secret' };
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(before));
  const secrets = localSecrets(dataDir);
  expect(secrets).toMatchObject(before);
  expect(secrets.DATABASE_PASSWORD).toMatch(/^.{32}$/);
  expect(localSecrets(dataDir)).toEqual(secrets);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0);
});

test('the demo logins of every data folder have a password of their own', () => {
  const passwords = Array.from({ length: 20 }, () => localSecrets(temporaryFolder()).DEMO_PASSWORD);
  expect(new Set(passwords).size).toBe(20);
  for (const password of passwords) expect(password).toMatch(/^([A-Z][a-z]{3}-){4}\d\d$/);
});

test.each(['{', '{}', '{"SECRET":1}'])('keys that are damaged (%s) are not replaced', (text) => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'secrets.json'), text);
  expect(() => localSecrets(dataDir)).toThrow('secrets.json is damaged. Restore it');
});
