import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useState } from 'react';
import { Field } from '#web/ui/field.tsx';
import { normalizeUrl } from './normalize-url.ts';

const NO_ADDRESS = 'Enter a web address, an e-mail address (mailto:) or a telephone number (tel:).';

/** Asks where a link leads, in the page. It is no form: it stands in one. */
export function LinkToolbar({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const before: unknown = editor.getAttributes('link').href;
  const [address, setAddress] = useState(typeof before === 'string' ? before : '');
  const [wrong, setWrong] = useState(false);

  function done() {
    editor.view.focus();
    onDone();
  }

  function set() {
    const href = normalizeUrl(address);
    if (!href) return setWrong(true);
    if (editor.state.selection.empty && !editor.isActive('link'))
      editor.commands.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] });
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
        value={address}
        error={wrong ? NO_ADDRESS : undefined}
        onChange={({ target }) => setAddress(target.value)}
      />
      <button className="button" type="button" onClick={set}>
        Set link
      </button>
      {before !== undefined && (
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
