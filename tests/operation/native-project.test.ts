import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPrograms } from '../support/build.ts'
import { makeNativeProject, type NativeProject } from '../support/native-project.ts'

const HOST = 'maps.example.org'
const PAPER = { r: 0xf7, g: 0xf3, b: 0xea }

const texts = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(builtPrograms(), `locales/${language}/native.json`), 'utf8'))

/** All matches of the first group. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

async function cornerOf(path: string) {
  const { data } = await sharp(path)
    .flatten({ background: '#000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { r: data[0], g: data[1], b: data[2] }
}

describe('the app for Android', () => {
  let project: NativeProject
  let manifest: string
  const assets = () => join(project.folder, 'app/src/main/assets')
  beforeAll(() => {
    project = makeNativeProject('android', { APP_LINK_HOST: HOST, APP_BUILD: '7' })
    manifest = project.read('app/src/main/AndroidManifest.xml')
  })
  afterAll(() => project?.remove())

  it('asks for the network and the place while it is open, and for nothing else', () => {
    expect(all(manifest, /<uses-permission android:name="android\.permission\.(\w+)"/g).sort()).toEqual([
      'ACCESS_COARSE_LOCATION',
      'ACCESS_FINE_LOCATION',
      'INTERNET',
    ])
    expect(manifest).toContain('android.hardware.location.gps" android:required="false"')
    expect(manifest).toContain('android:allowBackup="false"')
    expect(manifest).not.toContain('usesCleartextTraffic')
  })

  it('is opened by links of the operator’s host, which the system verifies, and by its own scheme', () => {
    const [own = '', web = ''] = all(
      manifest,
      /(<intent-filter[^>]*>(?:(?!<\/intent-filter>)[\s\S])*VIEW[\s\S]*?<\/intent-filter>)/g,
    )
    expect(own).toContain('<data android:scheme="palimpsest" />')
    expect(own).not.toContain('autoVerify')
    expect(web).toContain('android:autoVerify="true"')
    expect(web).toContain(`<data android:scheme="https" android:host="${HOST}" />`)
    for (const filter of [own, web]) expect(filter).toContain('android.intent.category.BROWSABLE')
    expect(project.read('app/src/main/res/values/strings.xml')).toContain(
      '<string name="custom_url_scheme">palimpsest</string>',
    )
  })

  it('has its name in both languages, which the phone lets one choose', () => {
    for (const [folder, language] of [
      ['values', 'en'],
      ['values-lt', 'lt'],
    ] as const)
      for (const name of ['app_name', 'title_activity_main'])
        expect(project.read(`app/src/main/res/${folder}/strings.xml`)).toContain(
          `<string name="${name}">${texts(language)['appName']}</string>`,
        )
    expect(manifest).toContain('android:localeConfig="@xml/locales_config"')
    expect(
      all(project.read('app/src/main/res/xml/locales_config.xml'), /<locale android:name="(\w+)"/g),
    ).toEqual(['en', 'lt'])
  })

  it('brings the built pages and the texts of both languages along, and no server’s things', () => {
    const pages = join(assets(), 'public')
    const built = join(builtPrograms(), 'dist/client')
    const scripts = readdirSync(join(built, 'assets')).filter((name) => !/\.(?:map|br)$/.test(name))
    expect(readdirSync(join(pages, 'assets')).sort()).toEqual(scripts.sort())
    for (const language of ['en', 'lt'])
      expect(JSON.parse(readFileSync(join(pages, `locales/${language}/server.json`), 'utf8'))).toHaveProperty(
        'title',
      )
    for (const left of ['service-worker.js', 'manifest.webmanifest'])
      expect(existsSync(join(pages, left))).toBe(false)
    const page = readFileSync(join(pages, 'index.html'), 'utf8')
    expect(page).toMatch(
      /Content-Security-Policy" content="[^"]*script-src 'self' capacitor: 'wasm-unsafe-eval';/,
    )
    expect(page).not.toContain("connect-src 'self' capacitor: data: blob: https: http:;")
  })

  it('is known by its configuration, its plugins and the release', () => {
    const read = (name: string): unknown => JSON.parse(readFileSync(join(assets(), name), 'utf8'))
    expect(read('capacitor.config.json')).toMatchObject({
      appName: 'Palimpsest',
      server: { hostname: 'localhost', androidScheme: 'https', iosScheme: 'capacitor' },
    })
    expect((read('capacitor.plugins.json') as { pkg: string }[]).map(({ pkg }) => pkg).sort()).toEqual([
      '@capacitor-community/keep-awake',
      '@capacitor/app',
      '@capacitor/filesystem',
      '@capacitor/geolocation',
      '@capacitor/share',
    ])
    const { version } = JSON.parse(readFileSync(join(builtPrograms(), 'package.json'), 'utf8')) as {
      version: string
    }
    expect(project.read('app/build.gradle')).toMatch(`versionCode 7\n        versionName "${version}"`)
  })

  it('shows our mark on our paper, in each size', async () => {
    const resources = join(project.folder, 'app/src/main/res')
    for (const density of ['mdpi', 'xxxhdpi'])
      expect(await cornerOf(join(resources, `drawable-port-${density}/splash.png`))).toEqual(PAPER)
    const icon = sharp(join(resources, 'mipmap-xxhdpi/ic_launcher.png'))
    const own = sharp(join(builtPrograms(), 'public/icons/icon-512.png')).resize(144, 144)
    expect(await icon.raw().toBuffer()).toEqual(await own.raw().toBuffer())
    expect(project.read('app/src/main/res/values/ic_launcher_background.xml')).toContain('#F7F3EA')
  })

  it('is opened by no host’s links where none is named, and by unencrypted servers under development alone', () => {
    const other = makeNativeProject('android', { APP_DEVELOPMENT: '1' })
    const open = other.read('app/src/main/AndroidManifest.xml')
    expect(open).not.toContain('autoVerify')
    expect(open).toContain('<data android:scheme="palimpsest" />')
    expect(open).toContain('android:usesCleartextTraffic="true"')
    expect(JSON.parse(other.read('app/src/main/assets/capacitor.config.json'))).toMatchObject({
      android: { allowMixedContent: true },
    })
    other.remove()
  })

  it('is not made for a host that is none', () => {
    expect(() => makeNativeProject('android', { APP_LINK_HOST: 'https://maps.example.org' })).toThrow(
      'APP_LINK_HOST',
    )
  })
})

describe('the app for iOS', () => {
  let project: NativeProject
  beforeAll(() => {
    project = makeNativeProject('ios', { APP_LINK_HOST: HOST })
  })
  afterAll(() => project?.remove())

  it('says in both languages what it asks for', () => {
    const info = project.read('App/App/Info.plist')
    for (const [key, name] of [
      ['NSLocationWhenInUseUsageDescription', 'location'],
      ['NSMotionUsageDescription', 'motion'],
      ['NSCameraUsageDescription', 'camera'],
    ] as const) {
      expect(info).toContain(`<key>${key}</key>\n\t<string>${texts('en')[name]}</string>`)
      for (const language of ['en', 'lt'])
        expect(project.read(`App/App/${language}.lproj/InfoPlist.strings`)).toContain(
          `${key} = "${texts(language)[name]}";`,
        )
    }
    expect(info).not.toMatch(/LocationAlways|BackgroundModes|NSAppTransportSecurity/)
    expect(info).toContain('<array><string>en</string><string>lt</string></array>')
  })

  it('has these texts, its links and its rights in the project that is built', () => {
    const built = project.read('App/App.xcodeproj/project.pbxproj')
    for (const language of ['en', 'lt']) {
      const [id = ''] = all(
        built,
        new RegExp(`(\\w{24}) /\\* ${language} \\*/ = \\{isa = PBXFileReference`, 'g'),
      )
      expect(built).toContain(`\t\t\t\t${id} /* ${language} */,`)
    }
    expect(built).toContain('InfoPlist.strings in Resources */,')
    expect(all(built, /(CODE_SIGN_ENTITLEMENTS = App\/App\.entitlements;)/g)).toHaveLength(2)
    expect(project.read('App/App/App.entitlements')).toContain(`<string>applinks:${HOST}</string>`)
    expect(project.read('App/App/Info.plist')).toContain(
      '<key>CFBundleURLSchemes</key><array><string>palimpsest</string></array>',
    )
    expect(project.read('App/CapApp-SPM/Package.swift')).toContain('CapacitorGeolocation')
  })
})
