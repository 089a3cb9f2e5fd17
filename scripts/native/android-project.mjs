import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appTexts, LANGUAGES, LINK_SCHEME } from './app-texts.mjs'
import { insertAfter } from './assemble-pages.mjs'
import { PAPER, replaceCutIcons, replaceIcons, replaceStartPictures } from './pictures.mjs'

/** Where one is while the app is open; never in the background. A phone without a satellite receiver may have the app. */
const PERMISSIONS = `
    <uses-permission android:name="android.permission.ACCESS_COARSE_LOCATION" />
    <uses-permission android:name="android.permission.ACCESS_FINE_LOCATION" />
    <uses-feature android:name="android.hardware.location.gps" android:required="false" />`

const linkFilter = (data, isVerified) => `

            <intent-filter${isVerified ? ' android:autoVerify="true"' : ''}>
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data ${data} />
            </intent-filter>`

function editFile(path, edit) {
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
}

const xmlText = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/["']/g, String.raw`\$&`)

/** Puts into an Android project what Capacitor's configuration cannot say. */
export async function finishAndroid(folder, { linkHost, build, version, isDevelopment }) {
  const main = join(folder, 'app/src/main')
  const resources = join(main, 'res')
  editFile(join(main, 'AndroidManifest.xml'), (manifest) => {
    const links =
      linkFilter(`android:scheme="${LINK_SCHEME}"`, false) +
      (linkHost ? linkFilter(`android:scheme="https" android:host="${linkHost}"`, true) : '')
    const withLinks = insertAfter(
      manifest,
      '<category android:name="android.intent.category.LAUNCHER" />\n            </intent-filter>',
      links,
    )
    const withPermissions = insertAfter(
      withLinks,
      '<uses-permission android:name="android.permission.INTERNET" />',
      PERMISSIONS,
    )
    const open = isDevelopment ? '\n        android:usesCleartextTraffic="true"' : ''
    return insertAfter(
      withPermissions,
      '<application',
      `\n        android:localeConfig="@xml/locales_config"${open}`,
      // The session lies in the app's data, which are not to leave the phone.
    ).replace('android:allowBackup="true"', 'android:allowBackup="false"')
  })
  if (isDevelopment)
    editFile(join(main, 'assets/capacitor.config.json'), (text) => {
      const config = JSON.parse(text)
      return JSON.stringify({ ...config, android: { ...config.android, allowMixedContent: true } }, null, 2)
    })
  for (const language of LANGUAGES) writeTexts(resources, language)
  writeFileSync(
    join(resources, 'xml/locales_config.xml'),
    `<?xml version="1.0" encoding="utf-8"?>
<locale-config xmlns:android="http://schemas.android.com/apk/res/android">
${LANGUAGES.map((language) => `    <locale android:name="${language}" />`).join('\n')}
</locale-config>
`,
  )
  editFile(join(resources, 'values/ic_launcher_background.xml'), (text) => text.replace('#FFFFFF', PAPER))
  editFile(join(folder, 'app/build.gradle'), (text) =>
    text
      .replace('versionCode 1', `versionCode ${build}`)
      .replace('versionName "1.0"', `versionName "${version}"`),
  )
  const pictures = readdirSync(resources, { recursive: true })
    .filter((name) => name.endsWith('.png'))
    .map((name) => join(resources, name))
  const named = (pattern) => pictures.filter((path) => pattern.test(path))
  await replaceIcons(named(/ic_launcher(?:_round)?\.png$/))
  await replaceCutIcons(named(/ic_launcher_foreground\.png$/))
  await replaceStartPictures(named(/splash\.png$/))
}

/** Names in a language; those of the first serve all others. */
function writeTexts(resources, language) {
  const { appName } = appTexts(language)
  if (language === LANGUAGES[0])
    return editFile(join(resources, 'values/strings.xml'), (text) =>
      text
        .replace(/(<string name="(?:app_name|title_activity_main)">)[^<]*/g, `$1${xmlText(appName)}`)
        .replace(/(<string name="custom_url_scheme">)[^<]*/, `$1${LINK_SCHEME}`),
    )
  const folder = join(resources, `values-${language}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'strings.xml'),
    `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="app_name">${xmlText(appName)}</string>
    <string name="title_activity_main">${xmlText(appName)}</string>
</resources>
`,
  )
}
