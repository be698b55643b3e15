import { Suspense, useState } from 'react';
import { type LabelLayout, labelLayouts, toSheets } from '#contracts/bag-labels.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { Label } from '#contracts/labels.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { Field, FieldFrame } from '#web/ui/field.tsx';
import { BagLabel } from './bag-label.tsx';
import './labels-page.css';

type Props = { labels: QueryState<ResponseOf<'GET /api/orders/labels'>> };

export const headFor = (): Head => ({ title: 'Bag Labels' });

/** A label for each bag of the chosen orders, as they are printed. */
export function Page({ labels }: Props) {
  return (
    <AdminPage title="Bag Labels">
      <AsyncView state={labels} loading="Loading labels..." skeleton={skeleton}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="admin-empty">There is nothing to bag.</p>
          ) : (
            // Nobody prints before the codes are there.
            <Suspense fallback={skeleton}>
              <Labels labels={data} />
            </Suspense>
          )
        }
      </AsyncView>
    </AdminPage>
  );
}

const skeleton = <div className="skeleton admin-row-skeleton" />;

const LAYOUT = 'label-layout';
const isLayout = (text: string | null): text is LabelLayout => text !== null && Object.hasOwn(labelLayouts, text);

function rememberedLayout(): LabelLayout {
  const stored = localStorage.getItem(LAYOUT);
  return isLayout(stored) ? stored : 'avery-5163';
}

function Labels({ labels }: { labels: Label[] }) {
  const [layout, setLayout] = useState(rememberedLayout);
  const [start, setStart] = useState('1');
  const { perSheet } = labelLayouts[layout];
  const withoutLot = labels.filter(({ lot }) => !lot).length;
  const count = labels.length === 1 ? '1 label' : `${labels.length} labels`;

  function choose(value: string) {
    if (!isLayout(value)) return;
    localStorage.setItem(LAYOUT, value);
    setLayout(value);
  }

  return (
    <div className="labels">
      <div className="labels-tools">
        <FieldFrame label="Labels">
          {(control) => (
            <select
              className="field-input"
              value={layout}
              onChange={({ currentTarget: { value } }) => choose(value)}
              {...control}
            >
              {Object.entries(labelLayouts).map(([value, { name }]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        {perSheet > 1 && (
          <Field
            label="Start at label"
            type="number"
            min={1}
            max={perSheet}
            value={start}
            onChange={({ currentTarget: { value } }) => setStart(value)}
          />
        )}
        <button className="button button-gold" type="button" onClick={() => print()}>
          Print {count}
        </button>
      </div>
      <p className="labels-help">Print at 100%, without headers and without fitting to the page.</p>
      {withoutLot > 0 && (
        <p className="labels-help" role="status">
          {withoutLot === 1 ? 'One bag has' : `${withoutLot} bags have`} no lot, so {withoutLot === 1 ? 'its' : 'their'}{' '}
          label has no code.
        </p>
      )}
      <section className={`label-sheets ${layout}`} aria-label={`${count} as printed`}>
        {toSheets(labels, layout, Number(start)).map((sheet, page) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sheets have no identity but their place
          <div key={page} className="label-sheet">
            {sheet.map((label, place) =>
              label ? (
                <BagLabel key={`${label.order_id}-${label.bag}`} label={label} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: labels that are already used
                <div key={place} className="bag-label-used" />
              ),
            )}
          </div>
        ))}
      </section>
    </div>
  );
}
