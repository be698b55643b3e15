import { type ReactNode, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ListField } from '#contracts/setting-fields.ts';
import { AdminIcon } from '#web/layout/admin-icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { pictureUrl } from './picture-url.ts';
import {
  type DraftGroup,
  type DraftItem,
  groupDraft,
  groupValue,
  itemTitle,
  move,
  newItem,
  type Update,
} from './setting-draft.ts';
import type { SectionForm } from './use-section-form.ts';

/** What a field needs to know of its form. */
export type FieldContext = Pick<SectionForm, 'replaced' | 'restore' | 'clearError' | 'onUpload'> & {
  errors: Record<string, string>;
};

type Props = {
  field: ListField;
  path: string;
  items: DraftItem[];
  context: FieldContext;
  onChange(update: Update<DraftItem[]>): void;
  children(item: { path: string; draft: DraftGroup; onChange(update: Update<DraftGroup>): void }): ReactNode;
};

/** Entries to edit, add, remove and put in order, with buttons that work without a mouse. */
export function SettingList({ field, path, items, context, onChange, children }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const errorId = useId();
  const error = context.errors[path];
  const mine = context.replaced[path];

  /** The button keeps the focus, so it can be pressed again. */
  function moveItem(from: number, to: number) {
    flushSync(() => onChange((list) => move(list, from, to)));
    const [up, down] = list.current?.children[to]?.querySelectorAll('button[data-move]') ?? [];
    const wanted = to < from ? up : down;
    const button = wanted instanceof HTMLButtonElement && !wanted.disabled ? wanted : to < from ? down : up;
    if (button instanceof HTMLButtonElement) button.focus();
  }

  function add() {
    flushSync(() => onChange((list) => [...list, newItem(groupDraft(field.item, {}))]));
    const details = list.current?.lastElementChild?.querySelector('details');
    if (details) details.open = true;
    const input = list.current?.lastElementChild?.querySelector('input, textarea');
    if (input instanceof HTMLElement) input.focus();
  }

  function remove(index: number) {
    flushSync(() => onChange((list) => list.filter((_, each) => each !== index)));
    const neighbor = list.current?.children[Math.min(index, items.length - 2)]?.querySelector('summary');
    if (neighbor instanceof HTMLElement) neighbor.focus();
  }

  const dragged = useRef<number>(undefined);
  const pictureField = Object.keys(field.item.fields).find((name) => field.item.fields[name]?.kind === 'picture');
  const fixed = field.min === field.max;
  return (
    <fieldset className="setting-group" aria-describedby={error && errorId}>
      <legend>{field.label}</legend>
      {field.help && <p className="field-help">{field.help}</p>}
      {mine !== undefined && (
        <p className="field-help">
          You both changed this list.{' '}
          <button className="text-button" type="button" data-mine onClick={() => context.restore(path)}>
            Use my list
          </button>
        </p>
      )}
      <ol ref={list} className="setting-list">
        {items.map(({ key, value }, index) => {
          const title = itemTitle(field, groupValue(field.item, value));
          const itemPath = `${path}.${index}`;
          return (
            <li
              key={key}
              onDragOver={(event) => dragged.current !== undefined && event.preventDefault()}
              onDrop={() => {
                const from = dragged.current;
                if (from !== undefined) onChange((list) => move(list, from, index));
                dragged.current = undefined;
              }}
            >
              <details>
                <summary>
                  {/* biome-ignore lint/a11y/noStaticElementInteractions: only for the mouse; the buttons move it without one */}
                  <span
                    className="setting-number"
                    draggable
                    title="Drag to move"
                    onDragStart={() => {
                      dragged.current = index;
                    }}
                    onDragEnd={() => {
                      dragged.current = undefined;
                    }}
                  >
                    {index + 1}
                  </span>
                  {pictureField && value[pictureField] && (
                    <img src={pictureUrl(String(value[pictureField]))} alt="" width="72" height="48" loading="lazy" />
                  )}
                  <span className={value.hidden === true ? 'admin-faint' : undefined}>
                    {title}
                    {value.hidden === true && ' (hidden)'}
                  </span>
                </summary>
                <div className="setting-item">
                  {children({
                    path: itemPath,
                    draft: value,
                    onChange: (update) =>
                      onChange((list) =>
                        list.map((each) => (each.key === key ? { key, value: update(each.value) } : each)),
                      ),
                  })}
                  {!fixed && (
                    <button
                      className="button button-small"
                      type="button"
                      disabled={items.length <= field.min}
                      onClick={() => remove(index)}
                    >
                      Remove
                    </button>
                  )}
                </div>
              </details>
              <div className="setting-moves">
                <button
                  className="icon-button"
                  type="button"
                  data-move="up"
                  disabled={index === 0}
                  aria-label={`Move up: ${title}`}
                  title="Move up"
                  onClick={() => moveItem(index, index - 1)}
                >
                  <AdminIcon name="up" />
                </button>
                <button
                  className="icon-button"
                  type="button"
                  data-move="down"
                  disabled={index === items.length - 1}
                  aria-label={`Move down: ${title}`}
                  title="Move down"
                  onClick={() => moveItem(index, index + 1)}
                >
                  <AdminIcon name="down" />
                </button>
              </div>
            </li>
          );
        })}
      </ol>
      {error && (
        <p className="field-error" id={errorId}>
          <Icon name="warning" size={18} />
          {error}
        </p>
      )}
      {!fixed && items.length < field.max && (
        <button className="button" type="button" onClick={add}>
          Add a {field.one.toLowerCase()}
        </button>
      )}
    </fieldset>
  );
}
