import type { ComponentProps } from 'react';
import type { Field, GroupField } from '#contracts/setting-fields.ts';
import { FieldFrame } from '#web/ui/field.tsx';
import { PictureSetting } from './picture-setting.tsx';
import { type Draft, type DraftGroup, itemsOf, type Update } from './setting-draft.ts';
import { type FieldContext, SettingList } from './setting-list.tsx';

type Props<F, D> = { field: F; path: string; draft: D; context: FieldContext; onChange(update: Update<D>): void };

export function SettingGroup({ field, path, draft, context, onChange }: Props<GroupField, DraftGroup>) {
  const pathOf = (name: string) => (path ? `${path}.${name}` : name);

  /** A picture comes with the library's text, unless there is one already. */
  function describe(alt: string) {
    if (!alt || !field.fields.alt) return;
    context.clearError(pathOf('alt'));
    onChange((group) => (String(group.alt ?? '').trim() ? group : { ...group, alt }));
  }

  return Object.entries(field.fields).map(([name, each]) => (
    <SettingField
      key={name}
      field={each}
      path={pathOf(name)}
      draft={draft[name] ?? ''}
      context={context}
      onChange={(update) => onChange((group) => ({ ...group, [name]: update(group[name] ?? '') }))}
      onDescribe={describe}
    />
  ));
}

type FieldProps = Props<Field, Draft> & { onDescribe(alt: string): void };

function SettingField({ field, path, draft, context, onChange, onDescribe }: FieldProps) {
  const shared = { path, context };
  switch (field.kind) {
    case 'group':
      return (
        <fieldset className="setting-group">
          <legend>{field.label}</legend>
          {field.help && <p className="field-help">{field.help}</p>}
          <SettingGroup
            {...shared}
            field={field}
            draft={Object(draft)}
            onChange={(update) => onChange((group) => update(Object(group)))}
          />
        </fieldset>
      );
    case 'list':
      return (
        <SettingList
          {...shared}
          field={field}
          items={itemsOf(draft)}
          onChange={(update) => onChange((items) => update(itemsOf(items)))}
        >
          {(item) => <SettingGroup {...item} field={field.item} context={context} />}
        </SettingList>
      );
    case 'flag':
      return (
        <label className="setting-flag">
          <input type="checkbox" checked={draft === true} onChange={({ target }) => onChange(() => target.checked)} />
          {field.label}
        </label>
      );
    case 'picture':
      return (
        <PictureSetting
          field={field}
          name={String(draft)}
          error={context.errors[path]}
          mine={context.replaced[path]?.toString()}
          onRestore={() => context.restore(path)}
          onUpload={context.onUpload}
          onChange={(name, alt) => {
            context.clearError(path);
            onChange(() => name);
            onDescribe(alt);
          }}
        />
      );
    default:
      return (
        <TextSetting
          {...shared}
          field={field}
          draft={String(draft)}
          onChange={(update) => onChange((text) => update(String(text)))}
        />
      );
  }
}

type TextFields = Exclude<Field, { kind: 'group' | 'list' | 'flag' | 'picture' }>;

function TextSetting({ field, path, draft, context, onChange }: Props<TextFields, string>) {
  const mine = context.replaced[path];
  const input = {
    className: 'field-input',
    name: path,
    value: draft,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      context.clearError(path);
      onChange(() => target.value);
    },
  };
  return (
    <FieldFrame
      label={field.label}
      optional={'optional' in field && field.optional === true}
      unit={field.kind === 'number' ? field.unit : undefined}
      error={context.errors[path]}
      help={
        mine === undefined ? (
          field.help
        ) : (
          <>
            You typed: {String(mine)}{' '}
            <button className="text-button" type="button" data-mine onClick={() => context.restore(path)}>
              Use my text
            </button>
          </>
        )
      }
    >
      {(control) => {
        switch (field.kind) {
          case 'text':
            return <textarea {...input} {...control} rows={3} />;
          case 'paragraphs':
            return <textarea {...input} {...control} rows={Math.min(14, 4 + Math.ceil(draft.length / 90))} />;
          case 'lines':
            return <textarea {...input} {...control} rows={Math.max(2, draft.split('\n').length)} />;
          case 'choice':
            return (
              <select {...input} {...control}>
                {field.options().map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </select>
            );
          default:
            return <input {...input} {...control} {...inputType(field)} />;
        }
      }}
    </FieldFrame>
  );
}

/** Phones show the keyboard that fits. The description of the field checks the text, not the browser. */
function inputType(field: TextFields): ComponentProps<'input'> {
  if (field.kind === 'number') return { inputMode: field.whole ? 'numeric' : 'text' };
  const format = field.kind === 'line' ? field.format : undefined;
  switch (format) {
    case 'email':
      return { inputMode: 'email', autoCapitalize: 'none' };
    case 'phone':
      return { inputMode: 'tel' };
    case 'zip':
      return { inputMode: 'numeric' };
    case 'link':
      return { inputMode: 'url', autoCapitalize: 'none' };
    default:
      return {};
  }
}
