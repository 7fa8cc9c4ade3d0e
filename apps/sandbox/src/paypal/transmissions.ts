import { createSign, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { selfSignedCertificate } from '../certificate.ts';
import { wireTime } from './wire.ts';

/** What PayPal gives with an event, and what an app sends back to have it verified. */
export type Transmission = {
  id: string;
  time: string;
  webhookId: string;
  signature: string;
  algorithm: string;
  body: string;
};

export type Transmissions = {
  /** Returns the headers for one attempt to send a body. A wrong signature is of another body. */
  headersFor: (sent: {
    webhookId: string;
    body: string;
    certUrl: string;
    isWrong: boolean;
  }) => Record<string, string>;
  verify: (transmission: Transmission) => boolean;
  certificate: () => string;
};

const algorithm = 'SHA256withRSA';
const certificateYears = 10;

function signedText({ id, time, webhookId, body }: Omit<Transmission, 'signature' | 'algorithm'>): string {
  return `${id}|${time}|${webhookId}|${crc32(body)}`;
}

/** Returns what signs and verifies PayPal's events. Its key lasts as long as the process. */
export function createTransmissions(now: () => Date): Transmissions {
  let made: { publicKeyPem: string; privateKeyPem: string; certificate: string } | undefined;
  const keys = () => {
    made ??= createKeys(now());
    return made;
  };
  return {
    headersFor: ({ webhookId, body, certUrl, isWrong }) => {
      const id = randomUUID();
      const time = wireTime(now().getTime());
      const text = signedText({ id, time, webhookId, body: isWrong ? `${body} ` : body });
      return {
        'PAYPAL-AUTH-ALGO': algorithm,
        'PAYPAL-CERT-URL': certUrl,
        'PAYPAL-TRANSMISSION-ID': id,
        'PAYPAL-TRANSMISSION-SIG': createSign('RSA-SHA256').update(text).sign(keys().privateKeyPem, 'base64'),
        'PAYPAL-TRANSMISSION-TIME': time,
      };
    },
    verify: (transmission) =>
      transmission.algorithm === algorithm &&
      createVerify('RSA-SHA256')
        .update(signedText(transmission))
        .verify(keys().publicKeyPem, transmission.signature, 'base64'),
    certificate: () => keys().certificate,
  };
}

function createKeys(now: Date) {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + certificateYears);
  return {
    publicKeyPem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKeyPem: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: selfSignedCertificate(pair, { name: 'messageverificationcerts.sandbox', from: now, until }),
  };
}
