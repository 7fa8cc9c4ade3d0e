import { describe, expect, it } from 'vitest';
import { checkedId, idNumber, parseExactJson } from './exact-json.ts';

describe('parsing answers', () => {
  it.each([
    ['{"id":48569348493401203}', { id: '48569348493401203' }],
    ['{ "columnId" : 9223372036854775807 }', { columnId: '9223372036854775807' }],
    ['{"id":7960873114331012}', { id: 7960873114331012 }],
    ['{"result":[48569348493401203, 2]}', { result: ['48569348493401203', '2'] }],
    ['{"subscope":{"columnIds":[48569348493401203]}}', { subscope: { columnIds: ['48569348493401203'] } }],
    ['{"result":{"id":1}}', { result: { id: 1 } }],
  ])('keeps every digit of the ids in %s', (text, parsed) => {
    expect(parseExactJson(text)).toEqual(parsed);
  });

  it.each([
    'id":48569348493401203,"',
    '":48569348493401203}',
    '{"id":48569348493401203}',
    '"result":[48569348493401203]',
    '\\"id":48569348493401203 ',
    'id',
  ])('never touches a cell that holds the text %j', (value) => {
    const answer = { id: 5, cells: [{ columnId: 1, value }], 'x"id': value };
    expect(parseExactJson(JSON.stringify(answer))).toEqual(answer);
  });
});

describe('writing ids', () => {
  it('writes an id beyond 2^53 as a number with all its digits', () => {
    expect(JSON.stringify({ id: idNumber('48569348493401203') })).toBe('{"id":48569348493401203}');
  });

  it.each(['', '0', '12x', '-5', '1/../2', ' 1', '12345678901234567890'])('refuses %j', (id) => {
    expect(() => idNumber(id)).toThrow(TypeError);
    expect(() => checkedId(id)).toThrow(TypeError);
  });
});
