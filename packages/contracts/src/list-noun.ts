/** What the list of a target column holds, in a word. */
export type ListNoun = 'option' | 'contact';

/** Returns what the list of an automation holds, as its last look found it. */
export function toListNoun({ fillsContacts }: { fillsContacts?: boolean | undefined }): ListNoun {
  return fillsContacts ? 'contact' : 'option';
}
