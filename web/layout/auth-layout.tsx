import type { ComponentProps, ReactNode } from 'react';
import { FarmPicture } from './farm-picture.tsx';

type Props = { picture: string; alt: string; heading: string; note?: string; children: ReactNode };

/** Login, sign-up and password pages: a picture on one side, the form on the other. */
export function AuthLayout({ picture, alt, heading, note = '', children }: Props) {
  return (
    <div className="auth">
      <div className="auth-picture">
        <FarmPicture name={picture} alt={alt} sizes="(max-width: 699px) 100vw, 50vw" eager="first" />
      </div>
      <div className="auth-side">
        <div className="auth-column">
          {/* Always rendered, so the layout doesn't shift when a note appears. */}
          <p className="auth-note note" role="status">
            {note}
          </p>
          <h1>{heading}</h1>
          <noscript>
            <p>This form needs JavaScript. Please turn it on or call us.</p>
          </noscript>
          {children}
        </div>
      </div>
    </div>
  );
}

/** Submitted by script; without script the server redirects back to the page. */
export function AuthForm({ busy, ...form }: { busy: boolean } & ComponentProps<'form'>) {
  return <form className="auth-form" method="post" aria-busy={busy} {...form} />;
}

export function AuthButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button className="button button-gold" type="submit" aria-busy={busy} aria-disabled={busy}>
      {children}
    </button>
  );
}
