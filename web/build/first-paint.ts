import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, createServer, type Plugin, type ResolvedConfig } from 'vite'
import { firstStyles } from './first-styles.ts'
import { wordFonts } from './first-words.ts'

/** What `index.html` asks for before it paints, which the first paint does without. */
const PROGRAM = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/
const PRELOAD = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g
const STYLES = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/
const FONTS = /\s*<link rel="preload" as="font"[^>]*>/g
const ICON = /\s*<link rel="icon"[^>]* href="([^"]+)"[^>]*>/
const THEME = /\s*<script src="\/theme\.js"><\/script>/
const ROOT = '<div id="root"></div>'

/**
 * Writes `first-paint.html` beside the built `index.html`: the same page with the gallery's first markup in it, its
 * styles within it, and everything else started by `start.ts` once the pictures are there. The site fills the sketches
 * in.
 */
export function firstPaint(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'first-paint',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async closeBundle() {
      const folder = resolve(config.root, config.build.outDir)
      const page = await readFile(join(folder, 'index.html'), 'utf8')
      const markup = await firstMarkup(config)
      const styles = await firstStyles(
        page.replace(ROOT, () => markup),
        folder,
        found(STYLES, page),
      )
      const fonts = await writeWordFonts(markup, folder)
      const start = await writeStarter(config, folder)
      const head = [
        `<script defer blocking="render" src="${start}" ${startData(page)}></script>`,
        `<style id="first-styles">${styles}</style>`,
        `<style>${fonts.map(({ rule }) => rule).join('')}</style>`,
        ...fonts.map(({ address }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${address}">`),
        // An empty icon keeps the browser from asking for one now; start.ts brings ours.
        '<link rel="icon" href="data:,">',
      ]
      const first = page
        .replace(THEME, () => `\n    ${head.join('\n    ')}`)
        .replace(PRELOAD, '')
        .replace(FONTS, '')
        .replace(STYLES, '')
        .replace(ICON, '')
        .replace(PROGRAM, '')
        .replace(ROOT, () => `<div id="root">${markup}</div>\n    __DATA__`)
      await writeFile(join(folder, 'first-paint.html'), first)
    },
  }
}

/** Renders the markup with the very components and class names of the page. */
async function firstMarkup(config: ResolvedConfig): Promise<string> {
  const server = await createServer({
    configFile: false,
    root: config.root,
    mode: config.mode,
    css: config.css,
    server: { middlewareMode: true, watch: null },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { firstPaint } = (await server.ssrLoadModule('/app/FirstPaint.tsx')) as { firstPaint: () => string }
    // React asks for every picture it writes ahead of time; here it is only a mark for one.
    return firstPaint().replace(/<link rel="preload" as="image"[^>]*>/, '')
  } finally {
    await server.close()
  }
}

/** Writes the fonts of the markup's words into the folder, named by what is in them. */
async function writeWordFonts(markup: string, folder: string): Promise<{ address: string; rule: string }[]> {
  const fonts = await wordFonts(markup)
  return Promise.all(
    fonts.map(async ({ name, bytes, rule }) => {
      const address = await writeNamed(folder, name, bytes, 'woff2')
      return { address, rule: rule(address) }
    }),
  )
}

/** Builds `start.ts` into one small script that sets the theme as well, named by what is in it. */
async function writeStarter(config: ResolvedConfig, folder: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: config.root,
    logLevel: 'error',
    build: { write: false, lib: { entry: 'app/start.ts', formats: ['iife'], name: 'start' }, minify: true },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('start.ts was not built')
  const code = `${await readFile(join(folder, 'theme.js'), 'utf8')};${output.output[0].code}`
  return writeNamed(folder, 'start', Buffer.from(code), 'js')
}

/** Writes a file among the assets, named by what is in it; answers its address. */
async function writeNamed(folder: string, name: string, bytes: Buffer, extension: string): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const address = `/assets/${name}-${hash}.${extension}`
  await writeFile(join(folder, address), bytes)
  return address
}

/** What `start.ts` asks for when its time has come, as attributes of its element. */
function startData(page: string): string {
  const preloads = [...page.matchAll(PRELOAD)].map((match) => match[1]).join(' ')
  const data = { program: found(PROGRAM, page), preloads, styles: found(STYLES, page), icon: found(ICON, page) }
  return Object.entries(data)
    .map(([name, value]) => `data-${name}="${value}"`)
    .join(' ')
}

function found(pattern: RegExp, page: string): string {
  const address = pattern.exec(page)?.[1]
  if (!address) throw new Error(`index.html has no ${pattern.source}`)
  return address
}
