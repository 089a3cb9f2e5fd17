import { rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import process from 'node:process'
import { indexPlaces } from '../../lettering/propose/gazetteer.ts'
import type { NamedPlace } from '../../lettering/propose/gazetteer.ts'
import { proposePoints } from '../../lettering/propose/propose-points.ts'
import type { ProposalResult } from '../../lettering/propose/propose-points.ts'
import type { SeriesRule } from '../../lettering/sheets/series.ts'
import { publishFile } from '../raster/publish-file.ts'
import { greyPicture } from '../raster/lettering/grey-picture.ts'
import { modelPaths } from '../raster/lettering/model-paths.ts'
import { readScan } from '../raster/lettering/read-scan.ts'
import { readSettings } from '../settings.ts'
import { placesOfTheWorld } from '../world/named-places.ts'
import { readNamesFile } from './names-file.ts'
import { sheetProposals } from '../services/lettering/sheet-proposals.ts'
import type { SheetProposals } from '../services/lettering/sheet-proposals.ts'
import { readSeriesRule } from './series-rule.ts'
import { ProgressLine } from './progress-line.ts'
import { parseProposeArguments, USAGE } from './propose-arguments.ts'
import type { ProposeJob } from './propose-arguments.ts'
import { EXIT } from './run-warp-command.ts'
import type { CommandSurroundings } from './run-warp-command.ts'
import { scanPyramid } from './scan-pyramid.ts'
import { UsageError } from './warp-arguments.ts'
import { describeFailure, workFolderOf } from './warp-file.ts'

/** The whole of `npm run propose`. @returns the exit code */
export async function runProposeCommand(
  args: readonly string[],
  { folder, out, errors, signal }: CommandSurroundings,
): Promise<number> {
  let job: ProposeJob
  let given: Given
  try {
    const parsed = parseProposeArguments(args, folder)
    if (parsed.kind === 'help') {
      out.write(`${USAGE}\n`)
      return EXIT.done
    }
    job = parsed.job
    given = {
      names: job.namesPath === undefined ? [] : await readNamesFile(job.namesPath),
      ...(job.series !== undefined && { rule: await readSeriesRule(job.series) }),
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    errors.write(`propose: ${error.message}\n\n${USAGE.split('\n\n')[0] ?? ''}\n`)
    return EXIT.usage
  }
  const progress = new ProgressLine(errors)
  try {
    const result = await proposalsFor(job, given, progress, signal)
    await writeResult(job.outPath, result)
    progress.clear()
    out.write(`${job.outPath}: ${sentenceOf(result)}\n`)
    return EXIT.done
  } catch (error) {
    progress.clear()
    if (signal.aborted) {
      errors.write('propose: interrupted\n')
      return EXIT.interrupted
    }
    errors.write(`${basename(job.scanPath)}: ${describeFailure(error)}\n`)
    return EXIT.failed
  }
}

/** What the command reads beside the scan. */
interface Given {
  readonly names: readonly NamedPlace[]
  readonly rule?: SeriesRule
}

async function proposalsFor(
  { scanPath, outPath, near }: ProposeJob,
  { names, rule }: Given,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<ProposalResult | SheetProposals> {
  // What is wrong with the models is said before a large scan is read.
  const models = modelPaths(readSettings(process.env).letteringModels)
  const workFolder = workFolderOf(outPath)
  const onProgress = (percent: number): void => progress.show(percent)
  const name = basename(scanPath)
  try {
    const { path, scan } = await scanPyramid(scanPath, workFolder, {
      onStart: () => progress.begin(`reading ${name}`),
      onProgress,
      signal,
    })
    progress.begin(`reading the words of ${name}`)
    const pyramid = { path, width: scan.width, height: scan.height }
    const lettering = await readScan({ pyramid, models }, { onProgress, signal })
    progress.begin('comparing names')
    const gazetteer = indexPlaces([...names, ...placesOfTheWorld()])
    if (rule) return await sheetProposals(lettering, await greyPicture(pyramid), rule, gazetteer)
    return proposePoints(lettering, gazetteer, { ...(near && { near }), signal })
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

async function writeResult(outPath: string, result: ProposalResult | SheetProposals): Promise<void> {
  const written = result.odds === null ? result : withOdds(result)
  const temporary = `${outPath}.part`
  await writeFile(temporary, `${JSON.stringify(written, null, 2)}\n`)
  await publishFile(temporary, outPath)
}

const withOdds = ({ points, odds, reason }: ProposalResult) => ({
  points: points.map((point) => ({ ...point, odds: rounded(point.odds) })),
  odds: rounded(odds),
  reason: REASONS[reason],
})

const rounded = (value: number): number => Math.round(value * 100) / 100

const REASONS: Readonly<Record<ProposalResult['reason'], string>> = {
  found: 'Names on the scan agree with places of these names on one position of the map.',
  'no-words': 'No words were found on the scan: a larger or sharper scan may help.',
  'no-places':
    'No place with a name is known where the map may lie: --near may be wider, or --names give places.',
  'few-names':
    'Too few words of the scan are like names of places: --near where the map lies may help, or --names with the places of that time.',
  'no-agreement':
    'Words of the scan are like names of places, but the places do not agree on one position of the map: --near where the map lies may help, or --names with the places of that time.',
}

function sentenceOf(result: ProposalResult | SheetProposals): string {
  if (result.odds === null)
    return result.points.length === 0
      ? `no corners. ${result.reason}`
      : `the corners of ${result.points[0]!.read}`
  const { points, odds, reason } = result
  if (points.length === 0) return `no points. ${REASONS[reason]}`
  return `${points.length} points, odds of 1 to 10^${Math.round(odds)} that this is chance`
}
