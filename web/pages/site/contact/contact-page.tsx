import type { ReactNode } from 'react';
import { farm, openingHours } from '#content/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Head } from '#web/router/route-definition.ts';
import { Icon } from '#web/ui/icon.tsx';
import { FarmMap } from './farm-map.tsx';
import { directions } from './map-links.ts';
import './contact-page.css';
import './farm-map.css';

const { street, town, state, zip } = farm.address;

export const headFor = (): Head => ({
  title: `Contact Us · ${farm.brand}`,
  description: `${farm.brand}, ${street}, ${town}, ${state} ${zip}. Call ${farm.phone.shown}, write, or find the way to the farm.`,
});

export function Page() {
  return (
    <div className="contact">
      <div className="contact-text">
        <h1>Contact Us</h1>
        <p className="note">Somebody is in the yard from six. Let it ring.</p>
        <dl className="tabular-nums">
          <Row name="Address">
            <address>
              {street}, <span>{`${town}, ${state} ${zip}`}</span>
            </address>
          </Row>
          <Row name="Phone">
            <a href={`tel:${farm.phone.dialled}`}>{farm.phone.shown}</a>
          </Row>
          <Row name="Email">
            <a href={`mailto:${farm.email}?subject=${encodeURIComponent(farm.mailSubject)}`}>{farm.email}</a>
          </Row>
          <Row name="Hours">{openingHours}</Row>
          <Row name="Tours">
            <a href={`${pagePaths.faqs}#tours`}>Most of the year</a>
          </Row>
        </dl>
      </div>
      <div className="contact-map">
        <FarmMap />
        <a className="text-link" href={directions(farm.coordinates)} rel="noopener">
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
