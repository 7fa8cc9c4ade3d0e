import { expect, test } from 'vitest';
import * as z from 'zod';
import { createExample, describeType, type JsonSchema, listFields } from './describe-schema.ts';

const toSchema = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;

test.each([
  [z.string(), 'string'],
  [z.iso.datetime().nullable(), 'date-time (ISO 8601) or null'],
  [z.array(z.uuid()), 'array of uuid'],
  [z.enum(['a', 'b']), 'one of 2'],
  [z.literal('a'), '"a"'],
  [z.union([z.string(), z.int()]), 'string or number'],
  [z.boolean(), 'boolean'],
])('says in words what a value is, %#', (schema, words) => {
  expect(describeType(toSchema(schema))).toBe(words);
});

test('names the fields of an object and of the objects in it, with what limits them', () => {
  const fields = listFields(
    toSchema(
      z.object({
        name: z.string().max(200),
        mode: z.enum(['mirror', 'add_only']).default('mirror'),
        parts: z.array(z.object({ id: z.string() })).optional(),
      }),
    ),
  );
  expect(fields).toEqual([
    { name: 'name', type: 'string', isRequired: true, notes: ['At most 200 characters'] },
    {
      name: 'mode',
      type: 'one of 2',
      isRequired: false,
      notes: ['mirror, add_only', '"mirror" if left out'],
    },
    { name: 'parts', type: 'array of object', isRequired: false, notes: [] },
    { name: 'parts.id', type: 'string', isRequired: true, notes: [] },
  ]);
});

test('an example has what has to be there, and fits the schema', () => {
  const schema = z.object({
    name: z.string(),
    sheetId: z.string().regex(/^\d+$/),
    count: z.int().min(3),
    note: z.string().optional(),
    at: z.iso.datetime(),
  });
  const example = createExample(toSchema(schema));
  expect(schema.parse(example)).toEqual(example);
  expect(example).not.toHaveProperty('note');
});
