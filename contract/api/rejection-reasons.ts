/** Reasons for which an owner rejects a submitted transformation, with the texts that the interface shows for them. */
export const REJECTION_REASON_TEXTS = {
  wrongPoints: { lt: 'Neteisingai sudėti georeferavimo taškai', en: 'Wrongly placed georeferencing points' },
  inaccurateAlignment: { lt: 'Netikslus koordinačių sulygiavimas', en: 'Inaccurate coordinate alignment' },
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

/** The reason that a key or its Lithuanian text names. */
export function rejectionReason(text: string): RejectionReason | undefined {
  if (Object.hasOwn(REJECTION_REASON_TEXTS, text)) return text as RejectionReason
  const entries = Object.entries(REJECTION_REASON_TEXTS) as [RejectionReason, { lt: string }][]
  return entries.find(([, { lt }]) => lt === text.trim())?.[0]
}
