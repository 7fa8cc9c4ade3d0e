import { contactsNotTwoWay, notForContacts, pinNeedsAddress } from '@picksync/contracts';

/** Why a rule fills no contact column: nothing says the addresses, or its options make no contacts. */
const contactRefusals = {
  no_addresses: 'It is a contact column. Choose a contact column as the source, or an address column.',
  not_for_contacts: 'It is a contact column, and the options of this automation are not for contacts.',
};

type ContactRefusal = keyof typeof contactRefusals;

/** Returns the sentence of a refusal; null for another reason. */
export function describeContactRefusal(reason: string | null): string | null {
  return reason !== null && reason in contactRefusals ? contactRefusals[reason as ContactRefusal] : null;
}

const unfit: readonly string[] = [contactsNotTwoWay, notForContacts, pinNeedsAddress];

/** Returns why a contact column is not filled, from what is wrong with the fields; null where it is nothing of contacts. */
export function findContactRefusal(errors: Readonly<Record<string, string>> = {}): ContactRefusal | null {
  if (Object.values(errors).some((message) => unfit.includes(message))) return 'not_for_contacts';
  return 'addressColumn' in errors ? 'no_addresses' : null;
}
