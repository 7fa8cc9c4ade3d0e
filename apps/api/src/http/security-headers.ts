const yearSeconds = 365 * 24 * 3600;

/** Features that our pages do not use and a script that was injected must not use. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/**
 * Returns the headers that restrict our pages to what comes from this origin. They are the same for every reply, so they are
 * computed once.
 */
export function securityHeaders(publicOrigin: string): Record<string, string> {
  const isSecure = publicOrigin.startsWith('https:');
  return {
    'content-security-policy': [
      "default-src 'self'",
      "script-src 'self'",
      // Floating menus are placed by style attributes.
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(isSecure ? ['upgrade-insecure-requests'] : []),
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isSecure && { 'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains` }),
  };
}
