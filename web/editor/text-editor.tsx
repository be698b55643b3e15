// The rich-text editor, loaded as a separate chunk when needed.
import { Editor, Extension } from '@tiptap/core';
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LibraryDialog } from '#web/library/library-dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { extensions } from './extensions.ts';
import { LinkToolbar } from './link-toolbar.tsx';
import { stylesToElements } from './pasted-html.ts';
import { PictureToolbar, selectedPicture } from './picture-toolbar.tsx';
import { insertPicture, isUploading, PictureUploads, type SavePicture, uploadPictures } from './picture-uploads.ts';
import { clearFormatting, Toolbar } from './toolbar.tsx';

export type EditorContent = {
  /** Empty if there is no text and no picture. */
  html: string;
  /** Whether it differs from the initial content. */
  changed: boolean;
  uploading: boolean;
};

type Props = {
  initialHtml: string;
  id: string;
  labelledBy: string;
  describedBy: string | undefined;
  invalid: boolean;
  readOnly: boolean;
  savePicture: SavePicture;
  onChange(content: EditorContent): void;
};

export function TextEditor({
  initialHtml,
  id,
  labelledBy,
  describedBy,
  invalid,
  readOnly,
  savePicture,
  onChange,
}: Props) {
  const [linking, setLinking] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [uploadError, setUploadError] = useState<string>();
  const host = useRef<HTMLDivElement>(null);
  const [editor] = useState<Editor>(() => createEditor(initialHtml, { upload, link: () => setLinking(true) }));
  useMountEditor(editor, host);
  useRerenderOnTransaction(editor);
  useReportChanges(editor, (content) => {
    setUploadError(undefined);
    onChange(content);
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
    // A click on a link only places the cursor; don't navigate.
    const click = (_: unknown, event: Event) => event.preventDefault();
    editor.setOptions({ editorProps: { attributes, handleDOMEvents: { click } } });
  }, [editor, id, labelledBy, describedBy, invalid]);
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly]);

  function upload(files: File[], at?: number): void {
    uploadPictures(editor, savePicture, files, at ?? editor.state.selection.to).catch((error: unknown) =>
      setUploadError(error instanceof Error ? error.message : 'An unknown error occurred.'),
    );
  }

  const picture = selectedPicture(editor);
  return (
    <div className="editor">
      <Toolbar
        editor={editor}
        controls={id}
        disabled={readOnly}
        onLink={() => setLinking(true)}
        onPicture={() => choosePictures(upload)}
        onLibrary={() => setChoosing(true)}
      />
      {choosing && (
        <LibraryDialog
          onChoose={({ url, alt }) => insertPicture(editor, { src: url, alt })}
          onClose={() => setChoosing(false)}
        />
      )}
      {linking && <LinkToolbar editor={editor} onDone={() => setLinking(false)} />}
      {picture && !linking && <PictureToolbar editor={editor} {...picture} />}
      <p className="visually-hidden" role="status">
        {isUploading(editor) && 'Uploading picture...'}
      </p>
      {uploadError && (
        <p className="field-error editor-error" role="alert">
          <Icon name="warning" size={18} />
          {uploadError}
        </p>
      )}
      <div ref={host} />
    </div>
  );
}

type Actions = { upload(files: File[], at?: number): void; link(): void };

function createEditor(content: string, { upload, link }: Actions): Editor {
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
    // The styles are in text-editor.css; the content security policy blocks style elements.
    injectCSS: false,
    editorProps: { transformPastedHTML: stylesToElements },
    extensions: [...extensions, Shortcuts, PictureUploads.configure({ upload })],
  });
}

function useMountEditor(editor: Editor, host: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    if (host.current) editor.mount(host.current);
    return () => editor.destroy();
  }, [editor, host]);
}

/** Keeps the toolbar state in sync with the cursor. */
function useRerenderOnTransaction(editor: Editor) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      editor.on('transaction', onChange);
      return () => void editor.off('transaction', onChange);
    },
    [editor],
  );
  useSyncExternalStore(subscribe, () => editor.state);
}

/** Reports the content to the form whenever it changes. */
function useReportChanges(editor: Editor, onChange: (content: EditorContent) => void) {
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  }, [onChange]);
  useEffect(() => {
    const start = editor.state.doc;
    let last: EditorContent | undefined;
    const reportIfChanged = () => {
      const { doc } = editor.state;
      const content = {
        html: editor.isEmpty ? '' : editor.getHTML(),
        changed: !doc.eq(start),
        uploading: isUploading(editor),
      };
      if (last?.html === content.html && last.uploading === content.uploading) return;
      last = content;
      report.current(content);
    };
    editor.on('transaction', reportIfChanged);
    return () => void editor.off('transaction', reportIfChanged);
  }, [editor]);
}

// Keep a reference, or the browser may garbage-collect it before a file is chosen.
let input: HTMLInputElement;

/** Not added to the page, whose only file input is the post's own image. */
function choosePictures(upload: (files: File[]) => void) {
  input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.multiple = true;
  input.onchange = () => upload([...(input.files ?? [])]);
  input.click();
}
