import { useEffect } from 'react';
import { html, sections } from '#docs/owner-guide.md?guide';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { Head } from '#web/router/route-definition.ts';
import { goToAnchor } from '#web/router/scroll.ts';

export const headFor = (): Head => ({ title: "Owner's guide" });

/** The owner's guide, opened at the section that the URL names. */
export function Page() {
  useEffect(() => {
    // After the navigation has moved the focus to the page.
    const frame = requestAnimationFrame(goToSection);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <AdminPage title="Owner's guide">
      <div className="guide">
        <nav aria-label="In this guide">
          <ul>
            {sections.map(({ anchor, title }) => (
              <li key={anchor}>
                <a href={`#${anchor}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own file when the shop is built */}
        <div className="guide-text" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </AdminPage>
  );
}

/** With the focus, so that screen readers and the Tab key go on from there. */
function goToSection() {
  if (goToAnchor(location.hash)) document.getElementById(location.hash.slice(1))?.focus({ preventScroll: true });
}
