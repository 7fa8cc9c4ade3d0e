import { createSign, type KeyObject } from 'node:crypto';

/** The parts of ASN.1 that a certificate needs (X.690). */
const tags = {
  integer: 0x02,
  bits: 0x03,
  nothing: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
};
const sha256WithRsa = Buffer.from('2a864886f70d01010b', 'hex');
const commonName = Buffer.from('550403', 'hex');

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const bytes: number[] = [];
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  const length = content.length < 128 ? [content.length] : [0x80 + bytes.length, ...bytes];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function time(date: Date): Buffer {
  return der(
    tags.time,
    Buffer.from(
      `${date
        .toISOString()
        .replaceAll(/[-:T]|\.\d+Z/g, '')
        .slice(0, 14)}Z`,
    ),
  );
}

/** Returns a self-signed X.509 certificate (version 1) of a key, in PEM. */
export function selfSignedCertificate(
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  { name, from, until }: { name: string; from: Date; until: Date },
): string {
  const algorithm = der(tags.sequence, der(tags.oid, sha256WithRsa), der(tags.nothing));
  const subject = der(
    tags.sequence,
    der(tags.set, der(tags.sequence, der(tags.oid, commonName), der(tags.utf8, Buffer.from(name)))),
  );
  const content = der(
    tags.sequence,
    der(tags.integer, Buffer.from([1])),
    algorithm,
    subject,
    der(tags.sequence, time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('RSA-SHA256').update(content).sign(privateKey);
  const whole = der(tags.sequence, content, algorithm, der(tags.bits, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
