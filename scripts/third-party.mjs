/**
 * Writes THIRD-PARTY.txt beside the built client: name, licence and notices of each package that is shipped, from the
 * files that are installed.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const NOTICE = /^(?:licen[cs]e|notice|copying|copyright|ofl)(?:[.\-_].*)?$/i
const RULE = '='.repeat(78)

/** @typedef {{ name: string, version: string, licence: string, author: string, home: string, notices: string[] }} Part */

const authorOf = ({ author }) =>
  typeof author === 'string' ? author : author ? [author.name, author.email].filter(Boolean).join(', ') : ''

const homeOf = ({ homepage, repository }) =>
  homepage ?? (typeof repository === 'string' ? repository : repository?.url) ?? ''

const licenceOf = ({ license, licenses }) =>
  typeof license === 'string'
    ? license
    : (license?.type ?? licenses?.map(({ type }) => type).join(' or ') ?? 'not named by its authors')

/** @returns {Part} */
function partOf(folder) {
  const described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const notices = readdirSync(folder)
    .filter((file) => NOTICE.test(file) && statSync(join(folder, file)).isFile())
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const { name, version } = described
  return {
    name,
    version,
    licence: licenceOf(described),
    author: authorOf(described),
    home: homeOf(described),
    notices,
  }
}

/**
 * The packages of a project that are installed and not only for its development.
 * @param {string} root folder of the project, with package-lock.json and node_modules
 * @returns {Part[]}
 */
export function shippedParts(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    .map(([path]) => join(root, path))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map(partOf)
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'))
}

/** The text for parts: those with the same notices stand together, so that each notice is there once. */
export function thirdPartyText(parts) {
  const groups = grouped(parts)
  const texts = [...groups.values()].map((group) =>
    [
      ...group.map(({ name, version, licence, author, home }) =>
        [`${name} ${version}`, licence, author, home].filter(Boolean).join(' | '),
      ),
      '',
      ...(group[0].notices.length > 0
        ? group[0].notices
        : ['No notice comes with it; its licence is the one that is named above.']),
    ].join('\n'),
  )
  return ['Palimpsest contains the following packages of others, under their own licences.', ...texts].join(
    `\n\n${RULE}\n\n`,
  )
}

const groupOf = ({ licence, notices }) => JSON.stringify([licence, notices])

function grouped(parts) {
  const groups = new Map()
  for (const part of parts) groups.set(groupOf(part), [...(groups.get(groupOf(part)) ?? []), part])
  return groups
}

/** The plugin of the client's build. */
export function thirdParty() {
  return {
    name: 'third-party',
    apply: 'build',
    generateBundle() {
      const source = `${thirdPartyText(shippedParts(process.cwd()))}\n`
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source })
    },
  }
}
