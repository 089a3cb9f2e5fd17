import { describe, expect, it } from 'vitest'
import type { PublicMap } from '../../contract/api/public-map.ts'
import { citationBibtex, citationText, embedCode } from './citation.ts'

const map: PublicMap = {
  id: '01a20a46-8075-7800-8000-000022b64e5a',
  title: 'Plan of Vilna & {Antokol} 100%',
  modernTitle: null,
  alternativeTitle: null,
  sheetNumber: null,
  years: { year: 1820, period: { startYear: null, endYear: null }, date: null },
  scale: null,
  dpi: null,
  creator: 'Ona Žemaitė',
  publisher: 'The university',
  description: null,
  licence: 'CC-BY-4.0',
  attribution: 'Library_of C:\\maps',
  shelfmark: null,
  institution: null,
  catalogueUrl: null,
  uploadDate: '2026-01-01T00:00:00.000Z',
  uploadedBy: 'Jonas',
  basePath: null,
  overlay: {
    n: 1,
    path: 'files/maps/x/transformed/1.tif',
    bytes: 1,
    archives: [],
    width: 1,
    height: 1,
    corners: { minX: 0, minY: 0, maxX: 1, maxY: 1 },
    transformationType: 'TPS',
    pointCount: 6,
    placedAt: '2026-01-02T00:00:00.000Z',
    placedBy: 'Jonas',
  },
}
const ADDRESS = 'https://maps.example.org/m/1'
const words = {
  placed: (name: string) => `Georeferenced by ${name}`,
  accessed: (date: string) => `Accessed ${date}`,
}

describe('a citation', () => {
  it('ends no part with two full stops', () => {
    const text = citationText({ ...map, creator: 'Walker, A.' }, ADDRESS, '1 May 2026', words)
    expect(text).toMatch(/^Walker, A\. Plan of Vilna/)
  })

  it('names who made the map, its title, when, who placed it, and where it is found', () => {
    expect(citationText(map, ADDRESS, '1 May 2026', words)).toBe(
      'Ona Žemaitė. Plan of Vilna & {Antokol} 100%. The university, 1820. Georeferenced by Jonas. Palimpsest. Accessed 1 May 2026. https://maps.example.org/m/1',
    )
    const bare = {
      ...map,
      creator: null,
      publisher: null,
      overlay: null,
      years: { ...map.years, year: null },
    }
    expect(citationText(bare, ADDRESS, '1 May 2026', words)).toBe(
      'Plan of Vilna & {Antokol} 100%. Palimpsest. Accessed 1 May 2026. https://maps.example.org/m/1',
    )
  })

  it('writes out in BibTeX what TeX would read as a command', () => {
    const entry = citationBibtex(map, ADDRESS, '2026-05-01')
    expect(entry.split('\n')).toEqual([
      '@misc{palimpsest-000022b64e5a,',
      '  title = {{Plan of Vilna \\& \\{Antokol\\} 100\\%}},',
      '  author = {{Ona Žemaitė}},',
      '  publisher = {The university},',
      '  year = {1820},',
      '  note = {Georeferenced by Jonas. Library\\_of C:\\textbackslash{}maps. https://creativecommons.org/licenses/by/4.0/},',
      '  howpublished = {{Palimpsest}},',
      '  url = {https://maps.example.org/m/1},',
      '  urldate = {2026-05-01}',
      '}',
    ])
  })
})

it('code for another page holds a title as a text, whatever is in it', () => {
  const code = embedCode({ ...map, title: '"><script>alert(1)</script>' }, `${ADDRESS}/embed`)
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
})
