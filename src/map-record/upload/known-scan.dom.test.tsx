import { fireEvent, screen } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { ownScans } from '../../../contract/api/map-scan.ts'
import { scanDigest } from '../../../contract/scan-digest.ts'
import { openApp } from '../../../tests/components/app.ts'
import { FakeLibrary } from '../../../tests/components/fake-library.ts'
import { ONA } from '../../../tests/components/samples.ts'

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])
const scan = (name: string, content: string) => new File([JPEG, content], name)

it.each([
  [
    'en',
    'Scan of the map',
    'You already have this scan: “Plan of Kaunas”. Uploading it again makes a second map.',
  ],
  [
    'lt',
    'Skenuotas žemėlapis',
    'Tokį skeną jau turite: „Plan of Kaunas“. Įkėlę dar kartą, turėsite du žemėlapius.',
  ],
] as const)(
  'says before the upload that the scan is there already, in %s',
  async (language, label, words) => {
    const there = scan('sheet-12.jpg', 'sheet 12')
    const digest = await scanDigest(
      there.size,
      async (from, to) => new Uint8Array(await there.slice(from, to).arrayBuffer()),
    )
    const { api } = await openApp(
      '/main?dialog=new',
      (server) => {
        new FakeLibrary(server)
        server.answer(ownScans, {
          scans: [{ id: 'plan', title: 'Plan of Kaunas', bytes: there.size, digest }],
        })
      },
      { user: ONA, language },
    )
    const choose = async (file: File) => {
      const input = await screen.findByLabelText<HTMLInputElement>(label)
      Object.defineProperty(input, 'files', { configurable: true, value: [file] })
      fireEvent.change(input)
      await screen.findByText(file.name)
    }
    await choose(scan('copy.jpg', 'sheet 12'))
    expect((await screen.findByText(words)).getAttribute('role')).toBe('status')
    await choose(scan('other.jpg', 'sheet 13'))
    await api.idle()
    expect(screen.queryByText(words)).toBeNull()
  },
)
