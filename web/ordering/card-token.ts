/** What a card form gives when Pay is pressed: a token that stands for the card, or what is wrong with it. */
export type CardToken = { token: string } | { errors: string[] };
export type CardFormHandle = { tokenize(): Promise<CardToken>; focus(): void };
