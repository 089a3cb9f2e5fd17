import { describe, expect, it } from 'vitest'
import type { ScanWord } from '../../../contract/api/lettering.ts'
import { asCsv, asGeoJson } from './word-files.ts'

const word: ScanWord = {
  x: 10.5,
  y: 20,
  width: 100,
  height: 30,
  angle: -90,
  text: 'Neu Breisach',
  certainty: 0.9,
  by: 'model',
}
const placed = { word, place: [7.5, 48] as [number, number] }

describe('the files of the words on a scan', () => {
  it('are a table whose texts no spreadsheet program takes for formulas', () => {
    const texts = ['=1+1', 'a,"b"', 'Žeimena']
    const rows = asCsv([placed, ...texts.map((text) => ({ word: { ...word, text }, place: null }))])
    expect(rows).toBe(
      '\uFEFF' +
        [
          'text,certainty,by,x,y,width,height,angle,lon,lat',
          'Neu Breisach,0.9,model,10.5,20,100,30,-90,7.5,48',
          "'=1+1,0.9,model,10.5,20,100,30,-90,,",
          '"a,""b""",0.9,model,10.5,20,100,30,-90,,',
          'Žeimena,0.9,model,10.5,20,100,30,-90,,',
          '',
        ].join('\r\n'),
    )
  })

  it('are points of GeoJSON, what lies nowhere left out', () => {
    expect(JSON.parse(asGeoJson([placed, { word, place: null }]))).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { text: 'Neu Breisach', certainty: 0.9, by: 'model' },
          geometry: { type: 'Point', coordinates: [7.5, 48] },
        },
      ],
    })
  })
})
