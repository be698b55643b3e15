// The formatting toolbar: a single tab stop with arrow-key navigation.
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

type Tool = {
  name: string;
  label: ReactNode;
  keys?: string;
  /** Undefined for actions without a state. */
  pressed?: boolean;
  run(): void;
};

type Actions = { onLink(): void; onPicture(): void; onLibrary(): void };
type Props = Actions & { editor: Editor; controls: string; disabled: boolean };

export function Toolbar({ editor, controls, disabled, ...actions }: Props) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const tools = createTools(editor, actions);

  function move(event: KeyboardEvent) {
    const last = tools.length - 1;
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = next > last ? 0 : next < 0 ? last : next;
    setCurrent(index);
    bar.current?.querySelectorAll('button')[index]?.focus();
  }

  return (
    <div
      ref={bar}
      className="editor-toolbar"
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={move}
    >
      {tools.map(({ name, label, keys, pressed, run }, index) => (
        <button
          key={name}
          type="button"
          className="icon-button editor-tool"
          title={keys ? `${name} (${displayKeys(keys)})` : name}
          tabIndex={index === current ? 0 : -1}
          disabled={disabled}
          aria-pressed={pressed}
          // Keep the editor's selection on mouse down.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(index)}
          onClick={run}
        >
          <span aria-hidden="true">{label}</span>
          <span className="visually-hidden">{name}</span>
        </button>
      ))}
    </div>
  );
}

function createTools(editor: Editor, { onLink, onPicture, onLibrary }: Actions): Tool[] {
  const chain = () => editor.chain().focus();
  const header = (level: 1 | 2): Tool => ({
    name: `Header ${level}`,
    label: `H${level}`,
    keys: `Mod+Alt+${level}`,
    pressed: editor.isActive('heading', { level }),
    run: () => chain().toggleHeading({ level }).run(),
  });
  return [
    header(1),
    header(2),
    {
      name: 'Bold',
      label: <strong>B</strong>,
      keys: 'Mod+B',
      pressed: editor.isActive('bold'),
      run: () => chain().toggleBold().run(),
    },
    {
      name: 'Italic',
      label: <em>I</em>,
      keys: 'Mod+I',
      pressed: editor.isActive('italic'),
      run: () => chain().toggleItalic().run(),
    },
    {
      name: 'Underline',
      label: <u>U</u>,
      keys: 'Mod+U',
      pressed: editor.isActive('underline'),
      run: () => chain().toggleUnderline().run(),
    },
    {
      name: 'Strike',
      label: <s>S</s>,
      keys: 'Mod+Shift+S',
      pressed: editor.isActive('strike'),
      run: () => chain().toggleStrike().run(),
    },
    {
      name: 'Ordered list',
      label: '1.',
      keys: 'Mod+Shift+7',
      pressed: editor.isActive('orderedList'),
      run: () => chain().toggleOrderedList().run(),
    },
    {
      name: 'Bullet list',
      label: '•',
      keys: 'Mod+Shift+8',
      pressed: editor.isActive('bulletList'),
      run: () => chain().toggleBulletList().run(),
    },
    {
      name: 'Quote',
      label: '“',
      keys: 'Mod+Shift+B',
      pressed: editor.isActive('blockquote'),
      run: () => chain().toggleBlockquote().run(),
    },
    { name: 'Link', label: <ToolIcon path={LINK} />, keys: 'Mod+K', pressed: editor.isActive('link'), run: onLink },
    { name: 'Insert image', label: <ToolIcon path={PICTURE} />, run: onPicture },
    { name: 'Insert from library', label: <ToolIcon path={LIBRARY} />, run: onLibrary },
    { name: 'Clear formatting', label: 'T×', keys: 'Mod+\\', run: () => clearFormatting(editor) },
  ];
}

/** Clears the selection, or without one the paragraph and what is typed next. */
export function clearFormatting(editor: Editor): boolean {
  return editor
    .chain()
    .focus()
    .unsetAllMarks()
    .clearNodes()
    .command(({ tr }) => {
      tr.setStoredMarks([]);
      return true;
    })
    .run();
}

const displayKeys = (keys: string) => keys.replace('Mod', /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl');

const LINK = 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1';
const PICTURE = 'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM4 16l5-5 4 4 3-3 4 4';

const LIBRARY = 'M8 4h12v11H8zM16 19H4V8M8 13l4-4 4 4 2-2 2 2';

/** Like ui/icon.tsx, but only in the editor's chunk. */
function ToolIcon({ path }: { path: string }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
