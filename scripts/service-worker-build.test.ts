import { expect, it } from 'vitest'
import { neededFiles } from './service-worker-build.mjs'

const BUILT: Readonly<Record<string, string>> = {
  'index-1.js':
    'm.f=["assets/list-1.css","assets/editor-1.css","assets/list-1.js"];import{a}from"./shared-1.js";' +
    'p(()=>import(`./editor-route-1.js`),__vite__mapDeps([1]));p(()=>import(`./navigator-route-1.js`),__vite__mapDeps([2,0]))',
  'list-1.css': '',
  'editor-1.css': '',
  'index-1.css': '@font-face{src:url(/assets/letters-1.woff2)}',
  'letters-1.woff2': '',
  'shared-1.js': 'export const a=1',
  'shell-layout-1.js': 'import"./shared-1.js";const l=()=>import("./menu-1.js")',
  'menu-1.js': '',
  'editor-route-1.js': 'import"./table-1.js"',
  'table-1.js': '',
  'navigator-route-1.js':
    'const d=["assets/base-pane-1.js","assets/navigator-route-1.css"];import("./base-pane-1.js")',
  'navigator-route-1.css': '',
  'base-pane-1.js': 'new Worker(new URL("/assets/raster.worker-1.js"))',
  'raster.worker-1.js': 'import("./deflate-1.js");import("./lerc-1.js")',
  'deflate-1.js': '',
  'lerc-1.js': '',
}

it('stores the navigator with all that it may load, of the frame what is needed at once, and no other page', () => {
  const needed = neededFiles({
    read: (file: string) => BUILT[file] ?? '',
    files: Object.keys(BUILT),
    html: '<script src="/assets/index-1.js"></script><link href="/assets/index-1.css">',
  })
  const left = ['editor-1.css', 'menu-1.js', 'editor-route-1.js', 'table-1.js', 'lerc-1.js']
  expect(needed).toEqual(
    Object.keys(BUILT)
      .filter((file) => !left.includes(file))
      .sort(),
  )
})
