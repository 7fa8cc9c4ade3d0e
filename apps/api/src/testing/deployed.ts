import { globSync } from 'node:fs';
import { readProjectFile, root } from './page-commands.ts';

const compose = readProjectFile('docker-compose.yml');

/** The names of the services of docker-compose.yml. */
export const services = [...(compose.split(/^services:$/m)[1] ?? '').matchAll(/^ {2}([a-z-]+):$/gm)].map(
  ([, name]) => name,
);

/** The owner of its database. */
export const databaseUser = /POSTGRES_USER: (\w+)/.exec(compose)?.[1];

/** The commands and options of Docker Compose that pages may use, by its reference. */
export const composeOptions: Record<string, string[]> = {
  up: ['--build', '--detach'],
  ps: [],
  logs: [],
  exec: ['-T'],
  run: ['--rm', '--build', '--no-deps'],
};

/** The files of deploy/systemd. */
export const units = globSync('deploy/systemd/*', { cwd: root }).map((path) => path.split('/').at(-1) ?? '');
