import { expect, test } from 'vitest';
import { isPublicAddress, targetProblem } from './public-target.ts';

test.each(['8.8.8.8', '203.0.114.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  'fe80::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  'https://ops.example.com/hook',
  'https://ops.example.com:8443/hook?a=1',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://ops.example.com:443/',
])('%s may be called', (url) => {
  expect(targetProblem(url, 'public')).toBeNull();
});

test.each([
  'http://ops.example.com/hook',
  'ftp://ops.example.com/',
  'https://',
  'ops.example.com',
  'https://user:secret@ops.example.com/',
  'https://localhost/',
  'https://localhost./',
  'https://localhost../',
  'https://.localhost/',
  'https://ops..example.com/',
  'https://127.0.0.1./',
  'https://127.0.0.1../',
  'https://intranet./',
  'https://hooks.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://169.254.169.254/latest/meta-data',
  'javascript:alert(1)',
])('%s may not be called', (url) => {
  expect(targetProblem(url, 'public')).not.toBeNull();
});

test.each(['22', '25', '80', '5432', '6379', '8080', '44300'])('port %s is not called', (port) => {
  expect(targetProblem(`https://ops.example.com:${port}/hook`, 'public')).toEqual({
    kind: 'port',
    message: 'Please use port 443 or 8443',
  });
});

test('an address of this machine may be called beside the sandbox, without a password in it', () => {
  expect(targetProblem('http://127.0.0.1:9/hook', 'anywhere')).toBeNull();
  expect(targetProblem('http://a:b@127.0.0.1:9/hook', 'anywhere')).not.toBeNull();
  expect(targetProblem('file:///etc/passwd', 'anywhere')).not.toBeNull();
});
