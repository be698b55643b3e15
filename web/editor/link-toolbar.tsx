import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useState } from 'react';
import { Field } from '#web/ui/field.tsx';
import { normalizeUrl } from './normalize-url.ts';

const INVALID_URL = 'Enter a web address, an email (mailto:) or a phone number (tel:).';

/** Edits a link. Not a form element, because forms can't be nested. */
export function LinkToolbar({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const existing: unknown = editor.getAttributes('link').href;
  const [url, setUrl] = useState(typeof existing === 'string' ? existing : '');
  const [invalid, setInvalid] = useState(false);

  function done() {
    editor.view.focus();
    onDone();
  }

  function set() {
    const href = normalizeUrl(url);
    if (!href) return setInvalid(true);
    if (editor.state.selection.empty && !editor.isActive('link'))
      editor.commands.insertContent({ type: 'text', text: url.trim(), marks: [{ type: 'link', attrs: { href } }] });
    else editor.chain().extendMarkRange('link').setLink({ href }).run();
    done();
  }

  function remove() {
    editor.chain().extendMarkRange('link').unsetLink().run();
    done();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') done();
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    set();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend
    <div className="editor-panel" role="group" aria-label="Link" onKeyDown={onKeyDown}>
      <Field
        label="Address"
        inputMode="url"
        autoFocus
        autoComplete="off"
        value={url}
        error={invalid ? INVALID_URL : undefined}
        onChange={({ target }) => setUrl(target.value)}
      />
      <button className="button" type="button" onClick={set}>
        Set link
      </button>
      {existing !== undefined && (
        <button className="button" type="button" onClick={remove}>
          Remove link
        </button>
      )}
      <button className="button" type="button" onClick={done}>
        Close
      </button>
    </div>
  );
}
