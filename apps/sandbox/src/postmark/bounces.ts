import { type Bounce, type Inbox, inboxLimit, type Mail } from './inbox.ts';

const kinds = {
  hard_bounce: { RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, Name: 'Hard bounce', Inactive: true },
  soft_bounce: {
    RecordType: 'Bounce',
    Type: 'SoftBounce',
    TypeCode: 4096,
    Name: 'Soft bounce',
    Inactive: false,
  },
  complaint: {
    RecordType: 'SpamComplaint',
    Type: 'SpamComplaint',
    TypeCode: 100_001,
    Name: 'Spam complaint',
    Inactive: true,
  },
} as const;
export type BounceKind = keyof typeof kinds;
export const bounceKinds = Object.keys(kinds) as [BounceKind, ...BounceKind[]];

function toBounce(
  mail: Mail,
  kind: BounceKind,
  { id, address, at }: { id: number; address: string; at: Date },
): Bounce {
  const { RecordType, Type, TypeCode, Name, Inactive } = kinds[kind];
  const { Tag = '', MessageStream = 'outbound' } = mail.envelope ?? {};
  return {
    RecordType,
    ID: id,
    Type,
    TypeCode,
    Name,
    Tag,
    MessageID: mail.id,
    ServerID: 1,
    MessageStream,
    Description: `${Name} of the sandbox.`,
    Details: '',
    Email: address,
    From: mail.from,
    BouncedAt: at.toISOString(),
    DumpAvailable: false,
    Inactive,
    CanActivate: kind !== 'complaint',
    Subject: mail.subject,
    Metadata: mail.metadata ?? {},
  };
}

/** Records that a mail came back from each of its addresses, and gives up those that will never take one. */
export function recordBounces(
  inbox: Inbox,
  mail: Mail,
  { kind, at }: { kind: BounceKind; at: Date },
): Bounce[] {
  const earlier = inbox.bounces ?? [];
  const bounces = mail.to.map((address, n) =>
    toBounce(mail, kind, { id: at.getTime() + earlier.length + n, address, at }),
  );
  inbox.bounces = [...earlier, ...bounces].slice(-inboxLimit);
  if (kinds[kind].Inactive) inbox.inactive = [...new Set([...inbox.inactive, ...mail.to])];
  return bounces;
}
