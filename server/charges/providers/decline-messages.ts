// Why a card was declined, in words the buyer can act on. Square adds codes, so its category decides whether the card was
// declined. Everything else that is not listed here is our own error and is never shown.

const messages: Record<string, string> = {
  GENERIC_DECLINE: 'The card was declined. Try another card.',
  CARD_DECLINED: 'The card was declined. Try another card.',
  CARD_DECLINED_CALL_ISSUER: 'The card was declined. Call your bank, or try another card.',
  CARD_DECLINED_VERIFICATION_REQUIRED: 'Your bank needs to verify this card first. Try another card.',
  CVV_FAILURE: 'The security code is incorrect.',
  ADDRESS_VERIFICATION_FAILURE: 'The ZIP code does not match this card.',
  INVALID_POSTAL_CODE: 'The ZIP code does not match this card.',
  INVALID_EXPIRATION: 'The expiration date is incorrect.',
  INVALID_EXPIRATION_DATE: 'The expiration date is incorrect.',
  INVALID_EXPIRATION_YEAR: 'The expiration date is incorrect.',
  CARD_EXPIRED: 'The card has expired. Try another card.',
  BAD_EXPIRATION: 'The expiration date is incorrect.',
  INSUFFICIENT_FUNDS: 'The card does not cover this amount. Try another card.',
  PAYMENT_AMOUNT_MISMATCH: 'The card does not cover this amount. Try another card.',
  PAYMENT_LIMIT_EXCEEDED: "This amount is over the card's limit. Try another card.",
  TRANSACTION_LIMIT: "This amount is over the card's limit. Try another card.",
  CARD_NOT_SUPPORTED: "We don't accept this type of card. Try another card.",
  UNSUPPORTED_CARD_BRAND: "We don't accept this type of card. Try another card.",
  INVALID_CARD: 'The card number is incorrect.',
  INVALID_CARD_DATA: 'The card number is incorrect.',
  INVALID_ACCOUNT: 'The card was declined. Try another card.',
  INVALID_PIN: 'The card was declined. Try another card.',
  PAN_FAILURE: 'The card number is incorrect.',
  VOICE_FAILURE: 'The card was declined. Call your bank, or try another card.',
  EXPIRATION_FAILURE: 'The expiration date is incorrect.',
  // A token unknown to Square.
  NOT_FOUND: 'We could not read the card. Please enter it again.',
  CARD_TOKEN_EXPIRED: 'The card form was open too long. Please enter the card again.',
  CARD_TOKEN_USED: 'This card was already submitted. Please enter it again.',
  TOKEN_EXPIRED: 'The card form was open too long. Please enter the card again.',
  MANUALLY_ENTERED_PAYMENT_NOT_SUPPORTED: 'This card cannot be used online. Try another card.',
  ALLOWABLE_PIN_TRIES_EXCEEDED: 'The card was declined. Try another card.',
  TEMPORARY_ERROR: 'The bank did not respond. Please try again.',
  INVALID_EMAIL_ADDRESS: 'The card provider does not accept this email address. Please correct it, or leave it out.',
  INVALID_PHONE_NUMBER: 'The card provider does not accept this phone number. Please correct it.',
  AMOUNT_TOO_HIGH: 'This is more than we can charge to a card. Please order less, or call us.',
  AMOUNT_TOO_LOW: 'This is less than we can charge to a card. Please call us.',
};

export const declineMessage = (code: string, category = ''): string | undefined =>
  messages[code] ?? (category === 'PAYMENT_METHOD_ERROR' ? messages.GENERIC_DECLINE : undefined);
