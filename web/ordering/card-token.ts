/** The result of submitting a card form: a card token or error messages. */
export type CardToken = { token: string } | { errors: string[] };
export type CardFormHandle = { tokenize(): Promise<CardToken>; focus(): void };
