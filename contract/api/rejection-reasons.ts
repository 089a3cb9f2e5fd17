/**
 * Reasons for which an owner rejects a submitted transformation: the Lithuanian text by which a call may name it
 * instead of its key, and what the server says of it in English. The interface shows the texts of `rejectionReason` in
 * `locales/{lang}/common.json`.
 */
export const REJECTION_REASON_TEXTS = {
  wrongPoints: { lt: 'Neteisingai sudėti kontroliniai taškai', en: 'Wrongly placed control points' },
  inaccurateAlignment: { lt: 'Netikslus susiejimas', en: 'Inaccurate georeferencing' },
  poorImageQuality: { lt: 'Prasta vaizdo kokybė ar raiška', en: 'Poor image quality or resolution' },
  insufficientPoints: { lt: 'Nepakanka taškų', en: 'Insufficient points' },
  wrongCrs: { lt: 'Neteisinga koordinačių sistema', en: 'Wrong coordinate system' },
  parametersMismatch: {
    lt: 'Žemėlapis neatitinka nurodytų parametrų',
    en: 'The map does not match its parameters',
  },
  missingMetadata: { lt: 'Trūksta privalomų metaduomenų', en: 'Required metadata is missing' },
  technicallyImproper: { lt: 'Techniškai netinkamai apdorota', en: 'Technically improperly processed' },
  belowQuality: { lt: 'Neatitinka kokybės standartų', en: 'Does not meet quality standards' },
  other: { lt: 'Kita priežastis', en: 'Other reason' },
} as const

export type RejectionReason = keyof typeof REJECTION_REASON_TEXTS

export const REJECTION_REASONS = Object.keys(REJECTION_REASON_TEXTS) as readonly RejectionReason[]

/** The reason that a key or its Lithuanian text names. */
export function rejectionReason(text: string): RejectionReason | undefined {
  if (Object.hasOwn(REJECTION_REASON_TEXTS, text)) return text as RejectionReason
  return REJECTION_REASONS.find((reason) => REJECTION_REASON_TEXTS[reason].lt === text.trim())
}
