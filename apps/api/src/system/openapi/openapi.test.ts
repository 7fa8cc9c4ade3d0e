import { allEndpoints, endpoints } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { buildOpenapi } from './openapi.ts';

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, unknown>;
  requestBody?: unknown;
  security?: unknown;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

const document = buildOpenapi(endpoints, {
  version: '1.2.3',
  origin: 'https://picksync.example',
}) as unknown as Document;
const operation = (method: string, path: string) => document.paths[path]?.[method];

test('every call is described once, and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const built = allEndpoints.filter(({ raw }) => raw !== 'bytes');
  const expected = built.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(described.toSorted()).toEqual(expected.toSorted());
});

test('a call says what it takes, what it answers and who may call it', () => {
  expect(operation('patch', '/api/configurations/{id}')).toMatchObject({
    operationId: 'automations.edit',
    tags: ['automations'],
    security: [{ authToken: [] }, { apiKey: [] }],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    requestBody: { content: { 'application/json': { schema: { additionalProperties: false } } } },
    responses: { 200: { content: expect.anything() }, default: { content: expect.anything() } },
  });
  expect(operation('post', '/api/configurations')?.responses).toHaveProperty('201');
  expect(operation('get', '/api/auth/callback')?.responses).toHaveProperty('302');
  expect(operation('get', '/api/health')?.security).toBeUndefined();
});

test('a program finds out which calls take its key, and with which right', () => {
  const ofPrograms = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).filter(({ security }) => JSON.stringify(security)?.includes('apiKey')),
  );
  expect(ofPrograms.map(({ operationId }) => operationId).toSorted()).toEqual([
    'activity.list',
    'apiKeys.current',
    'automations.addDestinations',
    'automations.changes',
    'automations.create',
    'automations.edit',
    'automations.list',
    'automations.pass',
    'automations.read',
    'automations.remove',
    'automations.runs',
    'automations.sync',
    'healthChecks.draft',
    'previews.draft',
    'previews.drafts',
    'previews.read',
    'reports.columns',
    'reports.list',
    'rules.list',
    'rules.matches',
    'rules.read',
    'sheets.columns',
    'sheets.list',
  ]);
  for (const { responses } of ofPrograms) expect(responses).toHaveProperty('429');
  expect(operation('delete', '/api/configurations/{id}')).toMatchObject({
    description: 'A key needs the right to write.',
  });
  expect(operation('post', '/api/configurations')?.parameters).toMatchObject([
    { name: 'Idempotency-Key', in: 'header', required: false },
  ]);
});

test('a list says that it has pages', () => {
  const list = operation('get', '/api/activity-logs');
  expect(list?.parameters.map(({ name, required }) => [name, required])).toContainEqual(['cursor', false]);
  expect(list?.responses).toMatchObject({ 200: { headers: { 'x-next-cursor': expect.anything() } } });
  const sheets = document.paths['/api/smartsheet/sheets']?.get;
  expect(sheets?.responses).toMatchObject({ 200: { headers: { 'x-incomplete-list': expect.anything() } } });
});

test('every operation has a name of its own, and nothing in it points outside', () => {
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
  const places = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(new Set(pointers)).toEqual(new Set(places));
});

test('a noun that many replies have is described once, by its name', () => {
  expect(operation('get', '/api/configurations/{id}')?.responses).toMatchObject({
    200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Automation' } } } },
  });
  expect(document.components.schemas.Automation).toMatchObject({
    type: 'object',
    properties: { lastRun: { anyOf: [{ $ref: '#/components/schemas/LastRun' }, { type: 'null' }] } },
  });
});
