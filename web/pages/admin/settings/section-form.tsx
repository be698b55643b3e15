import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { SectionName } from '#contracts/setting-sections.ts';
import type { SavedSection } from '#contracts/settings.ts';
import { useUnsavedChanges } from '#web/router/unsaved-changes.ts';
import { FormError } from '#web/ui/field.tsx';
import { SectionDiff } from './section-diff.tsx';
import { changesBetween } from './setting-changes.ts';
import { SettingGroup } from './setting-field.tsx';
import { type SectionForm as Form, useSectionForm } from './use-section-form.ts';

export function SectionForm({ saved }: { saved: SavedSection }) {
  const form = useSectionForm(saved);
  const { field, draft, setDraft, failure, clearError, busy, uploading, onUpload, dirty, replaced, restore } = form;
  const element = useRef<HTMLFormElement>(null);
  useUnsavedChanges(dirty);
  useEffect(() => {
    // A disabled field cannot get the focus.
    if (failure.attempt > 0 && !busy) showFirstError(element.current);
  }, [failure.attempt, busy]);

  async function save() {
    const { brand } = Object(saved.value);
    // The name of the farm is in the header, which comes with the document.
    if ((await form.save()) && saved.section === 'farm' && draft.brand !== brand) location.reload();
  }

  /** Where there is something to decide, or else where the next step is. */
  function showFirstReplaced() {
    const [mine] = element.current?.querySelectorAll('[data-mine]') ?? [];
    mine?.closest('details')?.setAttribute('open', '');
    const input = mine?.closest('.field')?.querySelector('.field-input');
    const target = input ?? mine ?? element.current?.querySelector('[type="submit"]');
    if (target instanceof HTMLElement) target.focus();
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
      {/* Nothing changes while it is being saved. */}
      <fieldset className="settings-fields" disabled={busy}>
        <SettingGroup
          field={field}
          path=""
          draft={draft}
          context={{ errors: failure.errors, clearError, replaced, restore, onUpload }}
          onChange={setDraft}
        />
      </fieldset>
      <div className="settings-end">
        <FormError text={failure.message} />
        <SectionConflict form={form} onLoad={showFirstReplaced} />
        <div className="settings-buttons">
          <button className="button button-gold" type="submit" aria-disabled={busy || uploading || !dirty}>
            Save
          </button>
          {!onNoPage.includes(saved.section) && (
            <button className="button" type="button" onClick={() => void openPreview(form)}>
              Preview
            </button>
          )}
          <span className="admin-faint" role="status">
            {uploading ? 'Uploading...' : dirty ? '' : 'No unsaved changes.'}
          </span>
        </div>
      </div>
    </form>
  );
}

/** Freight is shown when a visitor asks for it; alerts are emails. */
const onNoPage: SectionName[] = ['freight', 'alerts'];

/** The tab is opened at once: browsers block one that opens after a wait. */
async function openPreview(form: Form): Promise<void> {
  const tab = open('', '_blank');
  const path = await form.preview();
  if (path && tab) tab.location.assign(path);
  else tab?.close();
}

function SectionConflict({ form, onLoad }: { form: Form; onLoad(): void }) {
  const { field, base, theirs, loadTheirs, loadedTheirs, replaced } = form;
  const both = Object.keys(replaced).length > 0;
  const changes = theirs && changesBetween(field, base.value, theirs.value);
  return (
    <div role="status">
      {changes && (
        <div className="settings-conflict">
          <p>{theirs.saved_by ?? 'Someone else'} saved this since you opened it. Your edits are still here.</p>
          {/* On a phone the form stays in view. */}
          <details open={matchMedia('(min-width: 700px) and (min-height: 600px)').matches}>
            <summary>What changed ({changes.length})</summary>
            <SectionDiff changes={changes} />
          </details>
          <button
            className="button"
            type="button"
            onClick={() => {
              flushSync(loadTheirs);
              onLoad();
            }}
          >
            Load current values
          </button>
        </div>
      )}
      {loadedTheirs && (
        <p>
          {both
            ? 'Current values loaded. Where both of you changed a field, your text is shown below it.'
            : 'Current values loaded. Your edits are still here.'}
        </p>
      )}
    </div>
  );
}

/** It may be in an entry of a list that is closed. */
function showFirstError(form: HTMLFormElement | null): void {
  const wrong = [...(form?.querySelectorAll('[aria-invalid="true"], .field-error') ?? [])];
  for (const each of wrong) each.closest('details')?.setAttribute('open', '');
  const field = wrong.find((each) => each instanceof HTMLElement && each.matches('[aria-invalid="true"]'));
  if (field instanceof HTMLElement) field.focus();
  else wrong[0]?.scrollIntoView({ block: 'center' });
}
