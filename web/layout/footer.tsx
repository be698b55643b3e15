import { developer } from '#content/farm.ts';
import { legalPages } from '#contracts/legal-pages.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { phoneLink } from '#contracts/phone.ts';
import { useClientConfig } from '#web/session/client-config.ts';
import { Logo } from './logo.tsx';

const quickLinks = [
  { label: 'Home', href: pagePaths.home },
  { label: 'Our Products', href: pagePaths.products },
  { label: 'Contact Us', href: pagePaths.contact },
  { label: 'FAQs', href: pagePaths.faqs },
];

const legalLinks = { privacy: 'Privacy', terms: 'Terms', refunds: 'Refunds' };

export function Footer() {
  const { year, farm } = useClientConfig();
  const { street, town, state, zip } = farm.address;
  return (
    <footer className="footer dark">
      <div className="footer-blocks wrap">
        <div className="footer-brand">
          <Logo />
          <strong>{farm.brand}</strong>
          <p>{farm.tagline}</p>
        </div>
        <div className="footer-links">
          <h2>Quick Links</h2>
          <ul>
            {quickLinks.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h2>Contact Us</h2>
          <address className="tabular-nums">
            {street}
            <br />
            {town}, {state} {zip}
            <br />
            <a href={phoneLink(farm.phone)}>{farm.phone}</a>
            <br />
            <a href={`mailto:${farm.email}`}>{farm.email}</a>
          </address>
        </div>
        {farm.social.length > 0 && (
          <div>
            <h2>Follow Us</h2>
            <ul>
              {farm.social.map(({ name, url }) => (
                <li key={url}>
                  <a href={url} rel="noopener">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="wrap">
        <div className="footer-last">
          <span className="tabular-nums">
            © {year} {farm.brand}
          </span>
          <ul>
            {legalPages.map((page) => (
              <li key={page}>
                <a href={pagePaths[page]}>{legalLinks[page]}</a>
              </li>
            ))}
          </ul>
          <span>
            Developed by{' '}
            <a href={developer.url} rel="noopener">
              {developer.name}
            </a>
          </span>
        </div>
      </div>
    </footer>
  );
}
