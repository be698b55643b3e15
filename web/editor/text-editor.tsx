// The rich-text editor of the back office. It comes as a file of its own, fetched where somebody writes.
import { Editor, Extension } from '@tiptap/core';
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { extensions } from './extensions.ts';
import { LinkToolbar } from './link-toolbar.tsx';
import { stylesToElements } from './pasted-html.ts';
import { PictureToolbar, selectedPicture } from './picture-toolbar.tsx';
import { isUploading, PictureUploads, type SavePicture, uploadPictures } from './picture-uploads.ts';
import { clearFormatting, Toolbar } from './toolbar.tsx';

export type EditorContent = {
  /** Empty where nothing is written, not even a picture. */
  html: string;
  /** It differs from what the editor began with. */
  changed: boolean;
  uploading: boolean;
};

type Props = {
  /** The HTML to begin with. */
  start: string;
  id: string;
  labelledBy: string;
  describedBy: string | undefined;
  invalid: boolean;
  readOnly: boolean;
  savePicture: SavePicture;
  onChange(written: EditorContent): void;
};

export function TextEditor({ start, id, labelledBy, describedBy, invalid, readOnly, savePicture, onChange }: Props) {
  const [linking, setLinking] = useState(false);
  const [refused, setRefused] = useState<string>();
  const host = useRef<HTMLDivElement>(null);
  const [editor] = useState<Editor>(() => newEditor(start, { upload, link: () => setLinking(true) }));
  useMounted(editor, host);
  useRerenderOnTransaction(editor);
  useReportChanges(editor, (written) => {
    setRefused(undefined);
    onChange(written);
  });
  useEffect(() => {
    const attributes: Record<string, string> = {
      id,
      class: 'post-text editor-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelledBy,
      'aria-invalid': String(invalid),
      ...(describedBy && { 'aria-describedby': describedBy }),
    };
    // A click on a link sets the cursor into it; the navigation must not follow it.
    const click = (_: unknown, event: Event) => event.preventDefault();
    editor.setOptions({ editorProps: { attributes, handleDOMEvents: { click } } });
  }, [editor, id, labelledBy, describedBy, invalid]);
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly]);

  function upload(files: File[], at?: number): void {
    uploadPictures(editor, savePicture, files, at ?? editor.state.selection.to).catch((error: unknown) =>
      setRefused(error instanceof Error ? error.message : 'An unknown error occurred.'),
    );
  }

  const atHand = selectedPicture(editor);
  return (
    <div className="editor">
      <Toolbar
        editor={editor}
        controls={id}
        disabled={readOnly}
        onLink={() => setLinking(true)}
        onPicture={() => choosePictures(upload)}
      />
      {linking && <LinkToolbar editor={editor} onDone={() => setLinking(false)} />}
      {atHand && !linking && <PictureToolbar editor={editor} {...atHand} />}
      <p className="visually-hidden" role="status">
        {isUploading(editor) && 'Uploading picture...'}
      </p>
      {refused && (
        <p className="field-error editor-error" role="alert">
          <Icon name="warning" size={18} />
          {refused}
        </p>
      )}
      <div ref={host} />
    </div>
  );
}

type Does = { upload(files: File[], at?: number): void; link(): void };

function newEditor(content: string, { upload, link }: Does): Editor {
  const Shortcuts = Extension.create({
    name: 'shortcuts',
    addKeyboardShortcuts() {
      return {
        'Mod-k': () => {
          link();
          return true;
        },
        'Mod-\\': () => clearFormatting(this.editor),
      };
    },
  });
  return new Editor({
    element: null,
    content,
    // Its styles are in text-editor.css: the policy lets no style element in.
    injectCSS: false,
    editorProps: { transformPastedHTML: stylesToElements },
    extensions: [...extensions, Shortcuts, PictureUploads.configure({ upload })],
  });
}

function useMounted(editor: Editor, host: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    if (host.current) editor.mount(host.current);
    return () => editor.destroy();
  }, [editor, host]);
}

/** The buttons follow the cursor. */
function useRerenderOnTransaction(editor: Editor) {
  const subscribe = useCallback(
    (changed: () => void) => {
      editor.on('transaction', changed);
      return () => void editor.off('transaction', changed);
    },
    [editor],
  );
  useSyncExternalStore(subscribe, () => editor.state);
}

/** Tells the form what is written, each time that it changes. */
function useReportChanges(editor: Editor, onChange: (written: EditorContent) => void) {
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  }, [onChange]);
  useEffect(() => {
    const start = editor.state.doc;
    let last: EditorContent | undefined;
    const tell = () => {
      const { doc } = editor.state;
      const written = {
        html: editor.isEmpty ? '' : editor.getHTML(),
        changed: !doc.eq(start),
        uploading: isUploading(editor),
      };
      if (last?.html === written.html && last.uploading === written.uploading) return;
      last = written;
      report.current(written);
    };
    editor.on('transaction', tell);
    return () => void editor.off('transaction', tell);
  }, [editor]);
}

// Held here, or a browser may let go of it before a file is chosen.
let input: HTMLInputElement;

/** The input is not part of the page: its one file field is the post's own image. */
function choosePictures(upload: (files: File[]) => void) {
  input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.multiple = true;
  input.onchange = () => upload([...(input.files ?? [])]);
  input.click();
}
