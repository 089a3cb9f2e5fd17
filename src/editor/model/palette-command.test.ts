import { describe, expect, it } from 'vitest'
import { foundCommands } from './palette-command.ts'

const named = (...names: string[]) => names.map((name) => ({ name, run: () => undefined }))
const namesFor = (text: string, ...names: string[]) =>
  foundCommands(named(...names), text).map(({ name }) => name)

describe('the list of commands', () => {
  it('is whole without a text', () => {
    expect(namesFor('  ', 'Undo', 'Redo')).toEqual(['Undo', 'Redo'])
  })

  it('finds by the beginnings of words, in any order, without case and accents', () => {
    const names = ['Žemėlapio nustatymai', 'Kitas žemėlapis', 'Anuliuoti']
    expect(namesFor('zemelapi', ...names)).toEqual(['Žemėlapio nustatymai', 'Kitas žemėlapis'])
    expect(namesFor('zem kit', ...names)).toEqual(['Kitas žemėlapis'])
  })

  it('finds by other words too', () => {
    const table = { name: 'View: Accuracy', words: 'table, errors', run: () => undefined }
    const found = (text: string) =>
      foundCommands([...named('Transform', 'Tabs'), table], text).map(({ name }) => name)
    expect(found('errors')).toEqual(['View: Accuracy'])
    expect(found('tab')).toEqual(['Tabs', 'View: Accuracy'])
    expect(found('view err')).toEqual(['View: Accuracy'])
  })

  it('puts what begins with the text first, and what only holds it last', () => {
    expect(namesFor('map', 'Heat maps', 'Bitmap', 'Map settings')).toEqual([
      'Map settings',
      'Heat maps',
      'Bitmap',
    ])
    expect(namesFor('xyz', 'Undo')).toEqual([])
  })
})
