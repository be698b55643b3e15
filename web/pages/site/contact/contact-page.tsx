import type { ReactNode } from 'react';
import { addressLine, openingHours, type PublicFarm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { phoneLink } from '#contracts/phone.ts';
import type { Head } from '#web/router/route-definition.ts';
import { useFarm } from '#web/session/client-config.ts';
import { Icon } from '#web/ui/icon.tsx';
import { FarmMap } from './farm-map.tsx';
import { directions } from './map-links.ts';
import './contact-page.css';
import './farm-map.css';

export const headFor = (_: unknown, farm: PublicFarm): Head => ({
  title: 'Contact Us',
  description: `${farm.brand}, ${addressLine(farm)}. Call ${farm.phone}, write, or find the way to the farm.`,
});

export function Page() {
  const farm = useFarm();
  const { street, town, state, zip } = farm.address;
  return (
    <div className="contact">
      <div className="contact-text">
        <h1>Contact Us</h1>
        {farm.contact_note && <p className="note">{farm.contact_note}</p>}
        <dl className="tabular-nums">
          <Row name="Address">
            <address>
              {street}, <span>{`${town}, ${state} ${zip}`}</span>
            </address>
          </Row>
          <Row name="Phone">
            <a href={phoneLink(farm.phone)}>{farm.phone}</a>
          </Row>
          <Row name="Email">
            <a href={`mailto:${farm.email}?subject=${encodeURIComponent(farm.mail_subject)}`}>{farm.email}</a>
          </Row>
          <Row name="Hours">{openingHours(farm)}</Row>
          {farm.tours && (
            <Row name="Tours">
              {farm.answers_tours ? <a href={`${pagePaths.faqs}#tours`}>{farm.tours}</a> : farm.tours}
            </Row>
          )}
        </dl>
      </div>
      <div className="contact-map">
        <FarmMap />
        <a className="text-link" href={directions(farm.pin)} rel="noopener">
          Get directions
          <Icon name="arrow" size={20} />
        </a>
      </div>
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
