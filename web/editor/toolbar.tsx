// The buttons above the text. Among them one moves with the arrow keys; for the Tab key they are one stop.
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

type Tool = {
  name: string;
  sign: ReactNode;
  keys?: string;
  /** Undefined for a button that does something and has no state. */
  pressed?: boolean;
  run(): void;
};

type Props = { editor: Editor; controls: string; disabled: boolean; onLink(): void; onPicture(): void };

export function Toolbar({ editor, controls, disabled, onLink, onPicture }: Props) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const tools = toolsOf(editor, onLink, onPicture);

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
      {tools.map(({ name, sign, keys, pressed, run }, index) => (
        <button
          key={name}
          type="button"
          className="editor-tool"
          title={keys ? `${name} (${spelled(keys)})` : name}
          tabIndex={index === current ? 0 : -1}
          disabled={disabled}
          aria-pressed={pressed}
          // The text keeps its selection when the mouse presses a button.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(index)}
          onClick={run}
        >
          <span aria-hidden="true">{sign}</span>
          <span className="visually-hidden">{name}</span>
        </button>
      ))}
    </div>
  );
}

function toolsOf(editor: Editor, onLink: () => void, onPicture: () => void): Tool[] {
  const chain = () => editor.chain().focus();
  const header = (level: 1 | 2): Tool => ({
    name: `Header ${level}`,
    sign: `H${level}`,
    keys: `Mod+Alt+${level}`,
    pressed: editor.isActive('heading', { level }),
    run: () => chain().toggleHeading({ level }).run(),
  });
  return [
    header(1),
    header(2),
    {
      name: 'Bold',
      sign: <strong>B</strong>,
      keys: 'Mod+B',
      pressed: editor.isActive('bold'),
      run: () => chain().toggleBold().run(),
    },
    {
      name: 'Italic',
      sign: <em>I</em>,
      keys: 'Mod+I',
      pressed: editor.isActive('italic'),
      run: () => chain().toggleItalic().run(),
    },
    {
      name: 'Underline',
      sign: <u>U</u>,
      keys: 'Mod+U',
      pressed: editor.isActive('underline'),
      run: () => chain().toggleUnderline().run(),
    },
    {
      name: 'Strike',
      sign: <s>S</s>,
      keys: 'Mod+Shift+S',
      pressed: editor.isActive('strike'),
      run: () => chain().toggleStrike().run(),
    },
    {
      name: 'Ordered list',
      sign: '1.',
      keys: 'Mod+Shift+7',
      pressed: editor.isActive('orderedList'),
      run: () => chain().toggleOrderedList().run(),
    },
    {
      name: 'Bullet list',
      sign: '•',
      keys: 'Mod+Shift+8',
      pressed: editor.isActive('bulletList'),
      run: () => chain().toggleBulletList().run(),
    },
    { name: 'Link', sign: <Drawing path={LINK} />, keys: 'Mod+K', pressed: editor.isActive('link'), run: onLink },
    { name: 'Insert image', sign: <Drawing path={PICTURE} />, run: onPicture },
    { name: 'Clear formatting', sign: 'T×', keys: 'Mod+\\', run: () => clearFormatting(editor) },
  ];
}

/** Of what is selected; where nothing is, of the paragraph and of what is typed next. */
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

const spelled = (keys: string) => keys.replace('Mod', /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl');

const LINK = 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1';
const PICTURE = 'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM4 16l5-5 4 4 3-3 4 4';

/** In the manner of ui/icon.tsx, which visitors download: these two are for the editor only. */
function Drawing({ path }: { path: string }) {
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
