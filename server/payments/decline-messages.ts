// Why a card was refused, in words a person can act on. Codes that are not here are ours to fix and never shown.

const messages: Record<string, string> = {
  GENERIC_DECLINE: 'The card was declined. Try another card.',
  CARD_DECLINED: 'The card was declined. Try another card.',
  CARD_DECLINED_CALL_ISSUER: 'The card was declined. Call your bank, or try another card.',
  CARD_DECLINED_VERIFICATION_REQUIRED: 'The bank wants to verify this card first. Try another card.',
  CVV_FAILURE: 'The security code of the card is not right.',
  ADDRESS_VERIFICATION_FAILURE: 'The ZIP code does not belong to this card.',
  INVALID_POSTAL_CODE: 'The ZIP code does not belong to this card.',
  INVALID_EXPIRATION: 'The expiry date of the card is not right.',
  INVALID_EXPIRATION_DATE: 'The expiry date of the card is not right.',
  INVALID_EXPIRATION_YEAR: 'The expiry date of the card is not right.',
  CARD_EXPIRED: 'The card has expired. Try another card.',
  BAD_EXPIRATION: 'The expiry date of the card is not right.',
  INSUFFICIENT_FUNDS: 'The card does not cover this amount. Try another card.',
  PAYMENT_AMOUNT_MISMATCH: 'The card does not cover this amount. Try another card.',
  PAYMENT_LIMIT_EXCEEDED: 'The amount is above the limit of this card. Try another card.',
  TRANSACTION_LIMIT: 'The amount is above the limit of this card. Try another card.',
  CARD_NOT_SUPPORTED: 'This kind of card is not taken here. Try another card.',
  UNSUPPORTED_CARD_BRAND: 'This kind of card is not taken here. Try another card.',
  INVALID_CARD: 'The card number is not right.',
  INVALID_CARD_DATA: 'The card number is not right.',
  INVALID_ACCOUNT: 'The card was declined. Try another card.',
  INVALID_PIN: 'The card was declined. Try another card.',
  PAN_FAILURE: 'The card number is not right.',
  VOICE_FAILURE: 'The card was declined. Call your bank, or try another card.',
  EXPIRATION_FAILURE: 'The expiry date of the card is not right.',
  // A token that Square does not know.
  NOT_FOUND: 'The card could not be read. Please enter it again.',
  CARD_TOKEN_EXPIRED: 'The card form was open too long. Please enter the card again.',
  CARD_TOKEN_USED: 'This card was already sent once. Please enter it again.',
  TOKEN_EXPIRED: 'The card form was open too long. Please enter the card again.',
  MANUALLY_ENTERED_PAYMENT_NOT_SUPPORTED: 'This card cannot be used online. Try another card.',
  ALLOWABLE_PIN_TRIES_EXCEEDED: 'The card was declined. Try another card.',
  TEMPORARY_ERROR: 'The bank could not answer just now. Please try again.',
};

export const declineMessage = (code: string): string | undefined => messages[code];
