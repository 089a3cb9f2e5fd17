import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appTexts, LANGUAGES, LINK_SCHEME } from './app-texts.mjs'
import { insertAfter } from './assemble-pages.mjs'
import { replaceCutIcons, replaceStartPictures } from './pictures.mjs'

/** Keys of Info.plist by the texts that they show: the system asks in these words. */
const TEXT_KEYS = {
  CFBundleDisplayName: 'appName',
  NSLocationWhenInUseUsageDescription: 'location',
  NSMotionUsageDescription: 'motion',
  // Choosing a scan offers to photograph it; without the text the app would be ended then.
  NSCameraUsageDescription: 'camera',
}

/** Names of what is added to the Xcode project; 24 digits that none of Capacitor's has. */
const IDS = {
  group: 'A11E5700000000000000A001',
  build: 'A11E5700000000000000A002',
  texts: (index) => `A11E5700000000000000B00${index}`,
  entitlements: 'A11E5700000000000000C001',
}

function editFile(path, edit) {
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
}

const xmlText = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const pair = (key, value) => `\n\t<key>${key}</key>\n\t${value}`

/** Puts into an iOS project what Capacitor's configuration cannot say. */
export async function finishIos(folder, settings) {
  const app = join(folder, 'App/App')
  editFile(join(app, 'Info.plist'), (plist) => addToInfo(plist, settings))
  for (const language of LANGUAGES) {
    const texts = appTexts(language)
    const lines = Object.entries(TEXT_KEYS).map(
      ([key, name]) => `${key} = "${texts[name].replace(/["\\]/g, String.raw`\$&`)}";`,
    )
    mkdirSync(join(app, `${language}.lproj`), { recursive: true })
    writeFileSync(join(app, `${language}.lproj/InfoPlist.strings`), `${lines.join('\n')}\n`)
  }
  if (settings.linkHost) writeFileSync(join(app, 'App.entitlements'), entitlements(settings.linkHost))
  editFile(join(folder, 'App/App.xcodeproj/project.pbxproj'), (project) => addToProject(project, settings))
  const pictures = readdirSync(join(app, 'Assets.xcassets'), { recursive: true })
    .filter((name) => name.endsWith('.png'))
    .map((name) => join(app, 'Assets.xcassets', name))
  await replaceCutIcons(pictures.filter((path) => path.includes('AppIcon')))
  await replaceStartPictures(pictures.filter((path) => path.includes('Splash')))
}

function addToInfo(plist, { isDevelopment }) {
  const texts = appTexts(LANGUAGES[0])
  const shown = Object.entries(TEXT_KEYS).filter(([key]) => key !== 'CFBundleDisplayName')
  const languages = LANGUAGES.map((language) => `<string>${language}</string>`).join('')
  const additions = [
    ...shown.map(([key, name]) => pair(key, `<string>${xmlText(texts[name])}</string>`)),
    pair('CFBundleLocalizations', `<array>${languages}</array>`),
    pair(
      'CFBundleURLTypes',
      `<array><dict><key>CFBundleURLName</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>` +
        `<key>CFBundleURLSchemes</key><array><string>${LINK_SCHEME}</string></array></dict></array>`,
    ),
    ...(isDevelopment
      ? [pair('NSAppTransportSecurity', '<dict><key>NSAllowsLocalNetworking</key><true/></dict>')]
      : []),
  ]
  return insertAfter(plist, '<key>LSRequiresIPhoneOS</key>\n\t<true/>', additions.join(''))
}

const entitlements = (host) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>com.apple.developer.associated-domains</key>
\t<array><string>applinks:${host}</string></array>
</dict>
</plist>
`

/** Makes the texts part of the app, and its rights where links of a host lead to it. */
function addToProject(project, { linkHost, build, version }) {
  const files = LANGUAGES.map((language, index) => ({ language, id: IDS.texts(index + 1) }))
  const references = files
    .map(
      ({ language, id }) =>
        `\t\t${id} /* ${language} */ = {isa = PBXFileReference; lastKnownFileType = text.plist.strings; name = ${language}; path = ${language}.lproj/InfoPlist.strings; sourceTree = "<group>"; };\n`,
    )
    .join('')
  const group = `\t\t${IDS.group} /* InfoPlist.strings */ = {
\t\t\tisa = PBXVariantGroup;
\t\t\tchildren = (
${files.map(({ language, id }) => `\t\t\t\t${id} /* ${language} */,`).join('\n')}
\t\t\t);
\t\t\tname = InfoPlist.strings;
\t\t\tsourceTree = "<group>";
\t\t};
`
  const rights = linkHost
    ? `\t\t${IDS.entitlements} /* App.entitlements */ = {isa = PBXFileReference; lastKnownFileType = text.plist.entitlements; path = App.entitlements; sourceTree = "<group>"; };\n`
    : ''
  const additions = [
    [
      '/* Begin PBXBuildFile section */\n',
      `\t\t${IDS.build} /* InfoPlist.strings in Resources */ = {isa = PBXBuildFile; fileRef = ${IDS.group} /* InfoPlist.strings */; };\n`,
    ],
    ['/* Begin PBXFileReference section */\n', references + rights],
    ['/* Begin PBXVariantGroup section */\n', group],
    [
      '\t\t\t\t504EC3131FED79650016851F /* Info.plist */,\n',
      `\t\t\t\t${IDS.group} /* InfoPlist.strings */,\n`,
    ],
    [
      '\t\t\t\t504EC3121FED79650016851F /* LaunchScreen.storyboard in Resources */,\n',
      `\t\t\t\t${IDS.build} /* InfoPlist.strings in Resources */,\n`,
    ],
    ['\t\t\tknownRegions = (\n\t\t\t\ten,\n', '\t\t\t\tlt,\n'],
  ]
  const added = additions.reduce((text, [mark, addition]) => insertAfter(text, mark, addition), project)
  return added
    .replaceAll('MARKETING_VERSION = 1.0;', `MARKETING_VERSION = ${version};`)
    .replaceAll('CURRENT_PROJECT_VERSION = 1;', `CURRENT_PROJECT_VERSION = ${build};`)
    .replaceAll(
      'INFOPLIST_FILE = App/Info.plist;',
      linkHost
        ? 'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;\n\t\t\t\tINFOPLIST_FILE = App/Info.plist;'
        : 'INFOPLIST_FILE = App/Info.plist;',
    )
}
