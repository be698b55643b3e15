import { type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Settings } from '#contracts/setting-sections.ts';

type Brewery = Settings['breweries']['breweries'][number];

const INITIAL_COUNT = 5;

/** All breweries are in the document. CSS collapses the list only if script can expand it. */
export function BreweryList({ note, breweries }: { note: string; breweries: Brewery[] }) {
  const [open, setOpen] = useState(false);

  function toggle({ currentTarget: button }: MouseEvent<HTMLButtonElement>) {
    const before = button.getBoundingClientRect().top;
    flushSync(() => setOpen(!open));
    // Rows above the button disappear on collapse; keep the button in place.
    if (open) scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' });
  }

  return (
    <section className="breweries" aria-labelledby="breweries-heading">
      <div className="wrap">
        <div className="breweries-head">
          <h2 id="breweries-heading">Breweries Sold To and Brews</h2>
          <p className="note">{note}</p>
        </div>
        <div>
          <ul id="breweries" className={open ? undefined : 'breweries-folded'}>
            {breweries.map((brewery) => (
              <BreweryRow key={brewery.name} {...brewery} />
            ))}
          </ul>
          <div className="breweries-foot">
            <button className="button" type="button" aria-expanded={open} aria-controls="breweries" onClick={toggle}>
              {open ? 'See Less' : 'See More'}
            </button>
            <span className="tabular-nums" role="status">
              {open ? breweries.length : INITIAL_COUNT} of {breweries.length} breweries
            </span>
          </div>
        </div>
      </div>
    </section>
  );
}

function BreweryRow({ name, brews }: Brewery) {
  return (
    <li>
      <span className="brewery-name">{name}</span>
      {brews && <span className="brewery-brews">{brews}</span>}
    </li>
  );
}
