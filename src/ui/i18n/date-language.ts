/**
 * The language that dates are written in: that of the interface, where it is English in the order of the reader's own
 * English ("27 November 2026", not "November 27, 2026").
 *
 * @param interfaceLanguage as i18next reports it
 * @param names what the browser prefers
 */
export function dateLanguage(
  interfaceLanguage: string,
  names: readonly string[] = navigator.languages,
): string {
  const isEnglish = (name: string) => /^en(?:-|$)/i.test(name)
  if (!isEnglish(interfaceLanguage)) return interfaceLanguage
  return names.find(isEnglish) ?? interfaceLanguage
}
