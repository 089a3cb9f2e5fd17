import type { TFunction } from 'i18next'
import { createContext, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readToken } from '../api/bearer-token.ts'
import { firstLanguage, storedLanguage, type InterfaceLanguage } from '../ui/i18n/language.ts'

/**
 * The landing page begins in Lithuanian, whatever the interface begins in, until a language is chosen. Who is signed in
 * comes from the interface, and goes on in its language.
 */
export function useLandingLanguage(): [InterfaceLanguage, (language: InterfaceLanguage) => void] {
  return useState<InterfaceLanguage>(
    () => storedLanguage() ?? (readToken() === null ? 'lt' : firstLanguage()),
  )
}

export const LandingLanguage = createContext<InterfaceLanguage>('lt')

/** The texts of the landing page in its own language. */
export function useLandingTexts(): { t: TFunction<'landing'>; language: InterfaceLanguage } {
  const language = useContext(LandingLanguage)
  const { t } = useTranslation('landing', { lng: language })
  return { t, language }
}
