import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseContactText, toContactText } from './contact-text.ts';

describe('the text of a contact', () => {
  it.each([
    [{ name: 'Ann Lee', email: 'ann@b.example' }, 'Ann Lee <ann@b.example>'],
    [{ name: null, email: 'Ann@B.example' }, 'Ann@B.example'],
    [{ name: 'Service desk', email: null }, 'Service desk'],
    [{ name: 'Lee, Ann <3', email: 'ann@b.example' }, 'Lee, Ann <3 <ann@b.example>'],
  ])('is read back for %o', (contact, text) => {
    expect(toContactText(contact)).toBe(text);
    expect(parseContactText(text)).toEqual(contact);
  });

  it('takes what a person types', () => {
    expect(parseContactText('  Office   <office@b.example> ')).toEqual({
      name: 'Office',
      email: 'office@b.example',
    });
    expect(parseContactText('a <b> c')).toEqual({ name: 'a <b> c', email: null });
  });

  it('takes no address that hides a character', () => {
    for (const hidden of ['\u202e', '\u200b', '\u0007'])
      expect(parseContactText(`Ann <a${hidden}@b.example>`).email).toBeNull();
  });

  // Read in quadratic time, one of them takes minutes: a sheet of such cells once held up everybody.
  it.each([' ', '<', '>', ' <', '@', 'a@'])(
    'is read at once when somebody has typed %o many times',
    (one) => {
      const text = `a${one.repeat(200_000)}b`;
      expect(parseContactText(text)).toEqual({ name: text, email: null });
    },
  );

  it('is read back to the same contact for any name', () => {
    const name = fc.string({ unit: 'grapheme' }).map((text) => text.trim() || null);
    fc.assert(
      fc.property(name, fc.emailAddress(), (one, email) => {
        const contact = { name: one, email };
        // Quoted mailboxes and the like are no addresses here, and stay a text.
        fc.pre(/^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(email));
        expect(parseContactText(toContactText(contact))).toEqual(contact);
      }),
    );
  });
});
