import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_MIN_VERSION } from 'node:tls';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { projectFiles, sourceFiles } from './sources.mjs';

/** What the images hold: neither the sandbox nor the PostgreSQL of `npm start`. */
const isLocalOnly = /^(apps\/sandbox|packages\/embedded-postgres)\//;
const shipped = sourceFiles()
  .filter(({ path }) => path.includes('/src/') && !isLocalOnly.test(path))
  .map(({ path, text }) => ({ path, code: withoutComments(text) }));

/** Good enough to tell code from what is said about it: a comment begins a line here, or is a block. */
function withoutComments(text) {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

const findPlaces = (pattern, files = shipped) =>
  files.flatMap(({ path, code }) => [...code.matchAll(pattern)].map(([found]) => `${path}: ${found}`));
const filesWith = (pattern) => shipped.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

test('the files that are looked through are those of the product', () => {
  expect(filesWith(/= fastify\(/)).toEqual([
    'apps/api/src/http/server.ts',
    'apps/api/src/system/operator-server.ts',
    'apps/sync-worker/src/worker.ts',
  ]);
  expect(filesWith(/createRoot\(/)).toEqual(['apps/web/src/start-app.tsx']);
});

test('no code and no command is made from text', () => {
  expect(
    findPlaces(/\beval\(|new Function\(|node:vm\b|child_process|\bexecSync\b|process\.binding/g),
  ).toEqual([]);
});

test('no markup is made from text: React alone writes it', () => {
  expect(
    findPlaces(/dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write|srcDoc/g),
  ).toEqual([]);
});

test('no pattern is made from what somebody typed', () => {
  expect(filesWith(/new RegExp\(/)).toEqual([
    'apps/api/src/people/api-keys/api-key-text.ts',
    'packages/smartsheet-client/src/rows.splitter.ts',
  ]);
});

test('no row is read together with the number of its relations: Prisma would group their whole table for it', () => {
  expect(findPlaces(/_count: \{ select:/g)).toEqual([]);
});

test('values reach SQL as parameters', () => {
  expect(findPlaces(/\$(query|execute)RawUnsafe|\.unsafe\(/g)).toEqual([]);
  // Names cannot be parameters. They come from the code and the settings, those of roles and channels are escaped.
  const withNames = [
    'apps/api/src/people/data-exports/data-exports.ts',
    'apps/sync-worker/src/tidy.job.ts',
    'packages/db/src/queue/repair-connections.ts',
    'apps/api/src/sync/automations/shown-automations.store.ts',
    'packages/db/src/raw-rows.ts',
    'packages/db/src/reseal-secrets.ts',
  ];
  expect(filesWith(/Prisma\.raw\(/).filter((path) => !withNames.includes(path))).toEqual([]);
  expect([...new Set(findPlaces(/\.query\(`[^`]*\$\{/g).map((place) => place.split(':')[0]))].sort()).toEqual(
    [
      'packages/db/src/listener.ts',
      'packages/db/src/migrate.ts',
      'packages/db/src/migrations/apply-migrations.ts',
    ],
  );
});

test('there is one cipher, AES-256-GCM, and SHA-256 for everything that is hashed', () => {
  expect(filesWith(/create(Cipher|Decipher)iv\(/)).toEqual(['packages/db/src/sealed.ts']);
  expect(readFileSync(join(root, 'packages/db/src/sealed.ts'), 'utf8')).toContain("'aes-256-gcm'");
  const hashes = findPlaces(/create(Hash|Hmac)\(\s*'?[\w-]+/g).map((place) => place.split(/\(\s*/)[1]);
  expect(new Set(hashes)).toEqual(new Set(["'sha256"]));
});

test('chance that anybody could foresee only spreads retries', () => {
  expect(filesWith(/Math\.random/).sort()).toEqual([
    'apps/api/src/base/smartsheet/smartsheet.ts',
    'apps/api/src/sync/connection/connection.ts',
    'apps/sync-worker/src/context.ts',
    'packages/client/src/create-send.ts',
  ]);
});

test('certificates of other servers are always checked, and TLS begins with 1.2', () => {
  expect(findPlaces(/rejectUnauthorized|NODE_TLS|checkServerIdentity|secureProtocol|minVersion/g)).toEqual(
    [],
  );
  const settings = projectFiles().filter((path) => /\.env\.example$|compose|Dockerfile|\.mjs$/.test(path));
  expect(
    settings.filter((path) => /NODE_TLS_REJECT|--tls-min/.test(readFileSync(join(root, path), 'utf8'))),
  ).toEqual(['scripts/house/dangerous-code.test.mjs']);
  expect(['TLSv1.2', 'TLSv1.3']).toContain(DEFAULT_MIN_VERSION);
});

test('every cookie is bound to its host and out of reach of scripts', () => {
  const cookies = shipped.filter(({ code }) => /\.setCookie\(/.test(code));
  expect(cookies.length).toBeGreaterThan(0);
  for (const { path, code } of cookies) {
    expect(code, path).toMatch(/secure \? ['`]__Host-picksync/);
    expect(code, path).toMatch(/httpOnly: true, sameSite(: '(lax|strict)')?, secure, path: '\/'/);
  }
  expect(findPlaces(/document\.cookie|set-cookie'/g)).toEqual([]);
});

test('no page talks to pages of other sites', () => {
  const pages = shipped.filter(({ path }) => /^(apps\/web|packages\/ui)\//.test(path));
  expect(findPlaces(/postMessage|window\.opener|window\.open\(|<iframe/g, pages)).toEqual([]);
  expect(findPlaces(/access-control-allow|@fastify\/cors|\bjsonp\b/gi)).toEqual([]);
});

test('no page needs a plug-in, or an interface that browsers have given up', () => {
  const pages = shipped.filter(({ path }) => /^(apps\/web|packages\/ui)\//.test(path));
  const retired =
    /<(embed|applet|marquee|frameset)\b|<object\s+(data|type|classid)|ActiveXObject|application\/x-(shockwave|java|silverlight)|openDatabase\(|applicationCache|document\.domain|registerElement\(/gi;
  expect(findPlaces(retired, pages)).toEqual([]);
});

test('nothing that is shipped takes files, XML, LDAP, GraphQL or WebSockets', () => {
  const manifests = projectFiles().filter(
    (path) => /^(apps|packages)\/[^/]+\/package\.json$/.test(path) && !isLocalOnly.test(path),
  );
  const names = manifests.flatMap((path) =>
    Object.keys(JSON.parse(readFileSync(join(root, path), 'utf8')).dependencies ?? {}),
  );
  expect(names).toContain('fastify');
  expect(
    names.filter((name) => /xml|multi|busboy|formidable|ldap|graphql|\bws\b|websocket/.test(name)),
  ).toEqual([]);
});
