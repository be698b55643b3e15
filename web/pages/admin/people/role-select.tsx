import type { ComponentProps } from 'react';
import { roleTexts } from './role-texts.ts';

export function RoleSelect(select: ComponentProps<'select'>) {
  return (
    <select className="field-input" {...select}>
      {roleTexts.map(({ role, label }) => (
        <option key={role} value={role}>
          {label}
        </option>
      ))}
    </select>
  );
}
