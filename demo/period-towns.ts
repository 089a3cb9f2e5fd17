import { readTowns } from '../server/world/towns.ts'
import { type Pixel, toSheet } from './projection.ts'

/** 1: great towns in roman capitals, 2: towns, 3: small towns in italics. */
export type TownRank = 1 | 2 | 3

export interface PeriodTown {
  /** The name on the sheet. */
  readonly name: string
  /** Today's name, as GeoNames has it. */
  readonly today: string
  readonly lon: number
  readonly lat: number
  readonly rank: TownRank
  /** Its exact position on the sheet. */
  readonly pixel: Pixel
}

/** Today's name and country, the name that maps of about 1800 gave it, and how large it is written. */
const NAMES = `
Riga LV Riga 1|Vilnius LT Wilna 1|Minsk BY Minsk 1|Kaliningrad RU Königsberg 1|Kaunas LT Kowno 1|Hrodna BY Grodno 1
Klaipėda LT Memel 1|Jelgava LV Mitau 1|Daugavpils LV Dünaburg 1|Tartu EE Dorpat 1|Pskov RU Pleskau 1
Šiauliai LT Schaulen 2|Panevėžys LT Ponewesch 2|Liepāja LV Libau 2|Ventspils LV Windau 2|Sovetsk RU Tilsit 2
Białystok PL Bialystok 2|Elbląg PL Elbing 2|Pärnu EE Pernau 2|Lida BY Lida 2|Novogrudok BY Nowogrodek 2
Slonim BY Slonim 2|Chernyakhovsk RU Insterburg 2|Gusev RU Gumbinnen 2|Suwałki PL Suwalki 2|Olsztyn PL Allenstein 2
Ukmergė LT Wilkomir 2|Telšiai LT Telsche 2|Marijampolė LT Mariampol 2|Kuldīga LV Goldingen 2|Cēsis LV Wenden 2
Valmiera LV Wolmar 2|Rēzekne LV Rositten 2|Kuressaare EE Arensburg 2|Viljandi EE Fellin 2|Valga EE Walk 2
Barysaw BY Borissow 2|Baranovichi BY Baranowitsche 3|Slutsk BY Sluzk 2|Navapolatsk BY Polozk 2|Łomża PL Lomza 2
Alytus LT Olita 3|Kėdainiai LT Keidany 3|Raseiniai LT Rossieny 2|Tauragė LT Tauroggen 3|Jurbarkas LT Georgenburg 3
Biržai LT Birsen 3|Rokiškis LT Rakischki 3|Utena LT Uzjany 3|Anykščiai LT Onikschty 3|Palanga LT Polangen 3
Kretinga LT Crottingen 3|Plungė LT Plungiany 3|Mažeikiai LT Moscheiki 3|Joniškis LT Janischki 3|Kelmė LT Kielmy 3
Šilutė LT Heydekrug 3|Prienai LT Preny 3|Vilkaviškis LT Wolkowyschki 3|Varėna LT Orany 3|Kupiškis LT Kupischki 3
Zarasai LT Jeziorosy 3|Švenčionys LT Swenziany 3|Trakai LT Troki 3|Merkinė LT Merecz 3|Druskininkai LT Druskeniki 3
Bauska LV Bauske 3|Tukums LV Tuckum 3|Talsi LV Talsen 3|Saldus LV Frauenburg 3|Dobele LV Doblen 3
Aizpute LV Hasenpoth 3|Jēkabpils LV Jakobstadt 3|Aizkraukle LV Ascheraden 3|Krāslava LV Kreslaw 3|Ludza LV Ludsen 3
Limbaži LV Lemsal 3|Sigulda LV Segewold 3|Madona LV Modohn 3|Gulbene LV Schwanenburg 3|Pāvilosta LV Paulshafen 3
Võru EE Werro 3|Haapsalu EE Hapsal 3|Pechory RU Petschur 3|Ostrov RU Ostrow 3
Braslaw BY Braslau 3|Hlybokaye BY Glubokie 3|Pastavy BY Postawy 3|Smarhon’ BY Smorgon 3|Ashmyany BY Oschmiany 3
Vilyeyka BY Wileika 3|Maladzyechna BY Molodetschno 3|Valozhyn BY Woloschin 3|Iwye BY Iwie 3|Shchuchyn BY Schtschutschin 3
Mosty BY Mosty 3|Volkovysk BY Wolkowysk 3|Nyasvizh BY Nieswisch 3|Stowbtsy BY Stolpze 3|Lahoysk BY Logoisk 3
Augustów PL Augustowo 3|Ełk PL Lyck 3|Gołdap PL Goldap 3|Olecko PL Marggrabowa 3|Giżycko PL Lötzen 3
Kętrzyn PL Rastenburg 3|Bartoszyce PL Bartenstein 3|Braniewo PL Braunsberg 3|Ostróda PL Osterode 3|Szczytno PL Ortelsburg 3
Pisz PL Johannisburg 3|Sokółka PL Sokolka 3|Ostrołęka PL Ostrolenka 3|Baltiysk RU Pillau 3|Gvardeysk RU Tapiau 3
Neman RU Ragnit 3|Polessk RU Labiau 3|Zelenogradsk RU Cranz 3|Nesterov RU Stallupönen 3
`

/** The towns of the sheet: exactly known positions, each within the frame. */
export function periodTowns(): PeriodTown[] {
  const towns = readTowns()
  const found: PeriodTown[] = []
  for (const entry of NAMES.trim().split(/[|\n]/)) {
    const parts = /^(.+) ([A-Z]{2}) (\S+) ([123])$/.exec(entry)
    if (!parts) throw new Error(`unreadable town "${entry}"`)
    const [, today = '', country = '', name = '', rank] = parts
    const town = towns
      .filter((one) => one.name === today && one.country === country)
      .filter(({ loc }) => loc.coordinates[0] > 18 && loc.coordinates[0] < 30 && loc.coordinates[1] > 52)
      .sort((a, b) => b.population - a.population)[0]
    // The package knows places of 1,000 people and more; a smaller one is left out.
    if (!town) continue
    const [lon, lat] = town.loc.coordinates
    found.push({ name, today, lon, lat, rank: Number(rank) as TownRank, pixel: toSheet(lon, lat) })
  }
  return found
}
