import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Texts = { [key: string]: string | Texts }

const folder = new URL('../../../locales/', import.meta.url)

function* textsOf(branch: Texts, path: string): Generator<readonly [path: string, text: string]> {
  for (const [key, value] of Object.entries(branch))
    if (typeof value === 'string') yield [`${path}.${key}`, value]
    else yield* textsOf(value, `${path}.${key}`)
}

const texts = (language: string) =>
  readdirSync(new URL(`${language}/`, folder)).flatMap((file) => {
    const branch = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as Texts
    return [...textsOf(branch, file.replace(/\.json$/, ''))]
  })

/** What readers did not understand or found odd, and what is said in its place. */
const INSTEAD: Readonly<Record<string, readonly (readonly [odd: RegExp, instead: string])[]>> = {
  lt: [
    [/\blaiky(?:sis|tųsi)\b|visa kita linksta/i, 'liks vietoje, prisitaiko'],
    [/kur (?:jai|joms) dera/, 'kur ji turi būti'],
    [/nedatuotas žemėlapis, paslėptas/, 'žemėlapis be datos nerodomas'],
    [/^Tvarka$|^Tinkamiausi$|^Kieno$/, 'Rikiavimas, Aktualiausi, Savininkas'],
    [/^Kaip rodo skaičiai$|^Skaičių tinklas|^Skaičiai yra$/, 'Koordinačių sistema, Koordinačių tinklas'],
    [/abu skaičius vienodus/, 'skaitiklį ir vardiklį lygius'],
    [/Jūsų pačių kataloge/, 'į jūsų katalogus'],
    [/^Skirtukas$|skirtuko pusėje|perstumiant liniją/, 'uždanga'],
    [/ir paskelbia(?:ma)?$|Paskelbta perdanga/, 'tiems, kas jį gali matyti'],
    [/Techninė pagalba/, 'Kaip tai veikia'],
    [/^Atsiliepimai$/, 'Parašyti mums'],
    [/padės užuomina/, 'parašykite, kur'],
    [/Kampai viduje iškerpa/, 'Kampai, pažymėti dalies viduje'],
    [/Šis naudotojas galės/, 'Naudotojas galės'],
  ],
  en: [
    [/\bbends along\b|\band it holds\b|^It holds,|the map holds$/, 'your map is placed'],
    [/\bpressed within\b/, 'placed inside the part'],
    [/^Take hold\b|^Fix it here/, 'Hold it at the crosshair, Fix in place'],
    [/\bCopy its link\b/, 'Copy the link'],
    [/^May (?:look|edit)$/, 'Can view, Can edit'],
    [/What shows nothing/, 'Empty areas'],
    [/Every other device is/, 'on all other devices'],
    [/whatever its name says/, 'whatever its name'],
    [/^Its title, maker/, 'Title, author'],
    [/\bMaps that lie in any\b/, 'Maps in any'],
    [/who has it can see|opens nothing any more for/, 'anyone with the link, nobody can open it'],
    [/a mark waits|^It lies there$/, 'with a mark waiting'],
  ],
}

describe.each(['en', 'lt'])('the words of %s', (language) => {
  it('are those that readers understand', () => {
    const odd = texts(language).flatMap(([path, text]) =>
      INSTEAD[language]!.filter(([words]) => words.test(text)).map(
        ([, instead]) => `${path}: “${text}” → ${instead}`,
      ),
    )
    expect(odd).toEqual([])
  })

  it('end what goes on by one sign, no three full stops', () => {
    expect(texts(language).filter(([, text]) => text.includes('...'))).toEqual([])
  })
})
