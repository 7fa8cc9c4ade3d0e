import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a certificate of localhost that ends after these days, and the authority that it is from. Needs `openssl`. */
export function makeCertificate(folder: string, days: number) {
  const place = mkdtempSync(join(folder, 'certificate-'));
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: place, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=test', '-days', '30');
  openssl('req', ...key, '-keyout', 'key', '-out', 'request', '-subj', '/CN=localhost');
  writeFileSync(join(place, 'names'), 'subjectAltName=DNS:localhost');
  const from = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'request', ...from, '-days', String(days), '-out', 'pem');
  return {
    authority: join(place, 'ca.pem'),
    key: readFileSync(join(place, 'key')),
    cert: readFileSync(join(place, 'pem')),
  };
}
