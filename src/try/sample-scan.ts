/** A drawn map of Lithuania, the one of the landing page. */
const SAMPLE = '/landing/historical.webp'

/** @throws TypeError where it cannot be fetched */
export async function sampleScan(title: string): Promise<File> {
  const response = await fetch(SAMPLE)
  if (!response.ok) throw new TypeError(`${response.status} for ${SAMPLE}`)
  return new File([await response.blob()], `${title}.webp`, { type: 'image/webp' })
}
