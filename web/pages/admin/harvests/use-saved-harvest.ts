import { useState } from 'react';
import type { ManagedHarvest } from '#contracts/harvests.ts';
import { mutate } from '#web/query/mutate.ts';
import { RequestError } from '#web/query/request.ts';
import type { HarvestFields } from './harvest-form.tsx';

/** Saves a harvest. If someone else saved it first, says what they changed; saving again replaces it. */
export function useSavedHarvest(harvest: ManagedHarvest | undefined) {
  // What the form started from, whatever the list has loaded since.
  const [base, setBase] = useState(harvest);
  const [theirs, setTheirs] = useState<ManagedHarvest>();
  return { base, theirs: base && theirs && describeChanges(base, theirs), save };

  async function save(fields: HarvestFields, product_id: number): Promise<ManagedHarvest> {
    if (!base) return (await mutate('POST /api/harvests/admin', { body: { ...fields, product_id } })).data;
    try {
      const body = { ...fields, version: (theirs ?? base).version };
      const { data } = await mutate('PUT /api/harvests/admin/:id', { params: { id: base.id }, body });
      setBase(data);
      setTheirs(undefined);
      return data;
    } catch (error) {
      // The endpoint's contract says what `current` is.
      if (error instanceof RequestError && error.current) setTheirs(error.current as ManagedHarvest);
      throw error;
    }
  }
}

const labels = {
  expected_on: 'Expected',
  status: 'Status',
  kind: 'Wet or dried',
  pounds: 'Pounds',
  price: 'Price per lb',
  note: 'Note',
  deposit_percent: 'Deposit',
};

function describeChanges(before: ManagedHarvest, after: ManagedHarvest): string {
  const fields = Object.keys(labels) as (keyof typeof labels)[];
  const changes = fields
    .filter((field) => before[field] !== after[field])
    .map((field) => `${labels[field]} is now “${after[field] ?? ''}”`);
  if (daysOf(before) !== daysOf(after)) changes.push('the pickup days changed');
  return `Someone else saved this harvest: ${changes.join(', ') || 'nothing you can see here'}. Your edits are still here.`;
}

/** Without what buyers reserved meanwhile. */
const daysOf = ({ days }: ManagedHarvest): string =>
  JSON.stringify(days.map(({ id, day, from, to, pounds }) => [id, day, from, to, pounds]));
