import { statuses } from '#contracts/ordering-rules.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { capitalize } from '#web/ordering/status-pill.tsx';
import { Field, FieldFrame } from '#web/ui/field.tsx';
import type { Search } from './find-order-page.tsx';

/** A plain GET form: the URL holds the search. */
export function SearchForm({ search }: { search: Search }) {
  const valueFor = (name: string) => search.find((each) => each.name === name)?.value ?? '';
  return (
    <search>
      <form className="find-form" action={pagePaths.findOrder} method="get" key={JSON.stringify(search)}>
        <Field
          label="Name, email, phone, order ID or payment ID"
          type="search"
          name="q"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          defaultValue={valueFor('q')}
        />
        <FieldFrame label="Status">
          {(control) => (
            <select className="field-input" name="status" defaultValue={valueFor('status')} {...control}>
              <option value="">Any</option>
              {statuses.map((status) => (
                <option key={status} value={status}>
                  {capitalize(status)}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <Field label="From" type="date" name="from" defaultValue={valueFor('from')} />
        <Field label="To" type="date" name="to" defaultValue={valueFor('to')} />
        <div className="find-buttons">
          <button className="button button-gold" type="submit">
            Search
          </button>
          {search.length > 0 && (
            <a className="button" href={pagePaths.findOrder}>
              Clear
            </a>
          )}
        </div>
      </form>
    </search>
  );
}
