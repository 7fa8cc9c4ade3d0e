import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { type Body, endpoint, getStatus, type Input, type Parsed, type Reply, toPath } from './endpoint.ts';

const rename = endpoint('PATCH', '/api/things/:id', {
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ limit: z.coerce.number<number>().default(5) }),
  body: z.strictObject({ name: z.string() }),
  reply: z.object({ message: z.string() }),
  access: 'user',
});
const ping = endpoint('GET', '/api/ping', { reply: z.object({}), access: 'public' });

describe('the path to call', () => {
  test('has its parameters filled in and escaped', () => {
    expect(toPath(rename, { params: { id: 'a/b ?' } })).toBe('/api/things/a%2Fb%20%3F');
  });

  test('carries the query, without what is undefined', () => {
    expect(toPath(ping, { query: { limit: 8, cursor: undefined, configId: 'x y' } })).toBe(
      '/api/ping?limit=8&configId=x+y',
    );
    expect(toPath(ping, { query: { cursor: undefined } })).toBe('/api/ping');
  });

  test('is refused while a parameter is missing', () => {
    expect(() => toPath(rename)).toThrow('/api/things/:id needs the parameter id');
    expect(() => toPath(rename, { params: { id: '' } })).toThrow(TypeError);
    expect(() => toPath(rename, { params: { id: '.' } })).toThrow(TypeError);
    expect(() => toPath(rename, { params: { id: '..' } })).toThrow(TypeError);
  });
});

describe('the types of an endpoint', () => {
  test('a caller gives input, a handler receives what was parsed', () => {
    expectTypeOf<Input<typeof rename>['params']>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<Parsed<typeof rename>['query']>().toEqualTypeOf<{ limit: number }>();
    expectTypeOf<Body<typeof rename>>().toEqualTypeOf<{ name: string }>();
    expectTypeOf<Reply<typeof rename>>().toEqualTypeOf<{ message: string }>();
  });

  test('a part of which nothing is required may be left out', () => {
    expectTypeOf<{ params: { id: string }; body: { name: string } }>().toExtend<Input<typeof rename>>();
    // biome-ignore lint/complexity/noBannedTypes: an endpoint without parts takes exactly the empty object.
    expectTypeOf<{}>().toExtend<Input<typeof ping>>();
    expectTypeOf<{ params: { id: string } }>().not.toExtend<Input<typeof rename>>();
  });

  test('literals are kept', () => {
    expectTypeOf(rename.method).toEqualTypeOf<'PATCH'>();
    expectTypeOf(rename.path).toEqualTypeOf<'/api/things/:id'>();
  });
});

test('success is 200 unless the endpoint says otherwise', () => {
  expect(getStatus(ping)).toBe(200);
  expect(getStatus({ ...ping, status: 201 })).toBe(201);
});
