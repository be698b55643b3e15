import type { ReactNode } from 'react';

/** The page heading over a decorative picture. */
export function Banner({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="banner dark">
      {children}
      <div className="wrap">
        <h1>{title}</h1>
      </div>
    </div>
  );
}
