import type { Ref } from 'react';

/** The result of submitting a card form: a card token or error messages. */
export type CardToken = { token: string } | { errors: string[] };
export type CardFormHandle = { tokenize(): Promise<CardToken>; focus(): void };

export type CardFormProps = {
  ref: Ref<CardFormHandle>;
  locked: boolean;
  /** The ZIP code to deliver to, which is often the card's too. */
  zip: string;
  onEdit(): void;
};
