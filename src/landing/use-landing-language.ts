import type { TFunction } from 'i18next'
import { createContext, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readToken } from '../api/bearer-token.ts'
import { firstLanguage, preferredLanguage, type InterfaceLanguage } from '../ui/i18n/language.ts'

/**
 * The landing page begins in Lithuanian where neither the reader nor the browser asks for a language that there is; who
 * is signed in comes from the interface, and goes on in its language.
 */
export function useLandingLanguage(): [InterfaceLanguage, (language: InterfaceLanguage) => void] {
  const [language, setLanguage] = useState(() =>
    readToken() === null ? (preferredLanguage() ?? 'lt') : firstLanguage(),
  )
  useEffect(() => {
    const { documentElement } = document
    const before = documentElement.lang
    documentElement.lang = language
    return () => {
      documentElement.lang = before
    }
  }, [language])
  return [language, setLanguage]
}

export const LandingLanguage = createContext<InterfaceLanguage>('lt')

/** The texts of the landing page in its own language. */
export function useLandingTexts(): { t: TFunction<'landing'>; language: InterfaceLanguage } {
  const language = useContext(LandingLanguage)
  const { t } = useTranslation('landing', { lng: language })
  return { t, language }
}
