/** What catalogues write where they know no date, in English, Latin and Lithuanian, without dots, spaces and brackets. */
const NO_DATE = new Set([
  'undated',
  'nd',
  'nodate',
  'sa',
  'sineanno',
  'bedatos',
  'bd',
  'nedatuota',
  'nedatuotas',
])

/** Whether a date as archives write it says that there is none: "undated", "n.d.", "s. a.", "be datos", "nedatuota". */
export const saysNoDate = (text: string): boolean =>
  NO_DATE.has(text.toLowerCase().replace(/[\s.[\]()]/g, ''))
