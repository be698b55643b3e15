// Card provider settings for the browser, and the provider hosts a page may connect to.
import type { ClientConfig } from '#contracts/client-config.ts';
import type { Config } from '#server/config.ts';
import type { ProviderHosts } from '#server/http/security-headers.ts';

const scriptUrls = {
  sandbox: 'https://sandbox.web.squarecdn.com/v1/square.js',
  production: 'https://web.squarecdn.com/v1/square.js',
};
const tokenizerHosts = {
  sandbox: 'https://pci-connect.squareupsandbox.com',
  production: 'https://pci-connect.squareup.com',
};
const fonts = ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net'];
const secure3d = 'https://*.cardinalcommerce.com';

export function clientPaymentConfig({ payments, square }: Config): ClientConfig['payments'] {
  if (payments === 'demo') return { provider: 'demo' };
  if (payments === 'off' || !square) return { provider: 'off' };
  const { applicationId, locationId, environment, sdkUrl } = square;
  return { provider: 'square', applicationId, locationId, scriptUrl: sdkUrl ?? scriptUrls[environment] };
}

export function providerHosts({ payments, square }: Config): ProviderHosts {
  if (payments !== 'square' || !square) return {};
  const host = new URL(square.sdkUrl ?? scriptUrls[square.environment]).origin;
  return {
    'script-src': [host],
    'style-src': [host],
    'font-src': fonts,
    'connect-src': [host, tokenizerHosts[square.environment]],
    'frame-src': [host, secure3d],
  };
}
