import { useEffect, useRef } from 'react';
import type { SavedSection } from '#contracts/settings.ts';
import { useUnsavedChanges } from '#web/router/unsaved-changes.ts';
import { FormError } from '#web/ui/field.tsx';
import { VersionDiff } from '#web/ui/version-diff.tsx';
import { changesBetween } from './setting-changes.ts';
import { SettingGroup } from './setting-field.tsx';
import { type SectionForm as Form, useSectionForm } from './use-section-form.ts';

export function SectionForm({ saved }: { saved: SavedSection }) {
  const form = useSectionForm(saved);
  const { field, draft, change, failure, busy, dirty, replaced, restore } = form;
  const element = useRef<HTMLFormElement>(null);
  useUnsavedChanges(dirty);
  useEffect(() => {
    if (failure.message) focusFirstError(element.current);
  }, [failure]);

  async function save() {
    // The name of the farm is in the header, which comes with the document.
    if ((await form.save()) && saved.section === 'farm') location.reload();
  }

  return (
    <form
      ref={element}
      className="settings-form"
      method="post"
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SettingGroup
        field={field}
        path=""
        draft={draft}
        context={{ errors: failure.errors, replaced, restore, busy }}
        onChange={change}
      />
      <div className="settings-end">
        <FormError text={failure.message} />
        <SectionConflict form={form} />
        <div className="settings-buttons">
          <button className="button button-gold" type="submit" aria-disabled={busy || !dirty}>
            Save
          </button>
          <button className="button" type="button" onClick={() => void openPreview(form)}>
            Preview
          </button>
          {!dirty && <span className="admin-faint">No unsaved changes.</span>}
        </div>
      </div>
    </form>
  );
}

/** The tab is opened at once: browsers block one that opens after a wait. */
async function openPreview(form: Form): Promise<void> {
  const tab = open('', '_blank');
  const path = await form.preview();
  if (path && tab) tab.location.assign(path);
  else tab?.close();
}

function SectionConflict({ form: { field, base, theirs, loadTheirs, replaced } }: { form: Form }) {
  const both = Object.keys(replaced).length > 0;
  return (
    <div role="status">
      {theirs && (
        <div className="settings-conflict">
          <p>{theirs.saved_by ?? 'Someone else'} saved this since you opened it. Your edits are still here.</p>
          <VersionDiff changes={changesBetween(field, base.value, theirs.value)} />
          <button className="button" type="button" onClick={loadTheirs}>
            Load current values
          </button>
        </div>
      )}
      {both && <p>Current values loaded. Where both of you changed a field, your text is shown below it.</p>}
    </div>
  );
}

function focusFirstError(form: HTMLFormElement | null): void {
  const field = form?.querySelector('[aria-invalid="true"]');
  if (field instanceof HTMLElement) field.focus();
}
