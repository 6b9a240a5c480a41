import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, createServer, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { fontSubsets } from './first-fonts.ts'
import { firstStyles } from './first-styles.ts'

/** Requests of `index.html` that the first paint does without. */
const ENTRY = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/
const PRELOAD = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g
const STYLES = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/g
const FONTS = /\s*<link rel="preload" as="font"[^>]*>/g
const ICON = /\s*<link rel="icon"[^>]* href="([^"]+)"[^>]*>/
const THEME = /\s*<script src="\/theme\.js"><\/script>/
const ROOT = '<div id="root"></div>'

/** Pages with a first paint, and the module of each. */
const FIRST_PAGES = { gallery: 'features/galleries/GalleryPage.tsx', home: 'features/home/HomePage.tsx' }
type FirstPage = keyof typeof FIRST_PAGES

/**
 * Writes `first-gallery.html` and `first-home.html` beside the built `index.html`: the same page with its first-paint
 * markup and inlined styles; `start.ts` loads the rest after the pictures. The site fills in the sketches.
 */
export function firstPaint(): Plugin {
  let config: ResolvedConfig
  const assets = new Map<string, PageAssets>()
  return {
    name: 'first-paint',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    generateBundle(_, bundle) {
      for (const [page, module] of Object.entries(FIRST_PAGES)) {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module),
        )
        if (chunk?.type !== 'chunk') throw new Error(`${module} has no file of its own`)
        assets.set(page, assetsOf(chunk, bundle))
      }
    },
    async closeBundle() {
      const folder = resolve(config.root, config.build.outDir)
      const start = await writeStarter(config, folder)
      const markups = await renderFirstPaints(config)
      for (const name of Object.keys(FIRST_PAGES) as FirstPage[]) {
        await writeFirstPage(folder, name, { markup: markups[name], start, ...(assets.get(name) ?? NO_ASSETS) })
      }
    },
  }
}

/** Files of a page beyond those of `index.html`. */
type PageAssets = { scripts: readonly string[]; styles: readonly string[] }
type Parts = PageAssets & { markup: string; start: string }

const NO_ASSETS: PageAssets = { scripts: [], styles: [] }

/** Files of a chunk and its imports, imports first. */
function assetsOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): PageAssets {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (next: Rolldown.OutputChunk) => {
    if (scripts.has(next.fileName)) return
    scripts.add(next.fileName)
    for (const name of next.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') visit(imported)
    }
    for (const sheet of next.viteMetadata?.importedCss ?? []) styles.add(`/${sheet}`)
  }
  visit(chunk)
  return { scripts: [...scripts], styles: [...styles] }
}

async function writeFirstPage(folder: string, name: FirstPage, parts: Parts): Promise<void> {
  const { markup, start, scripts } = parts
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const pageSheets = [...page.matchAll(STYLES)].map(([, address = '']) => address)
  const sheets = [...new Set([...pageSheets, ...parts.styles])]
  const links = sheets.map((address) => `<link rel="stylesheet" href="${address}">`).join('')
  const document = page.replace(STYLES, '').replace('</head>', `${links}</head>`)
  const styles = await firstStyles(
    document.replace(ROOT, () => markup),
    folder,
    sheets,
  )
  const head = [
    `<script defer blocking="render" src="${start}" ${startData(page, scripts, sheets)}></script>`,
    `<style id="first-styles">${styles}</style>`,
    `<link rel="stylesheet" href="${await writeFirstFonts(folder, markup)}">`,
    // An empty icon keeps the browser from requesting one now; start.ts adds the real one.
    '<link rel="icon" href="data:,">',
  ]
  const first = page
    .replace(PRELOAD, '')
    .replace(FONTS, '')
    .replace(STYLES, '')
    .replace(ICON, '')
    .replace(ENTRY, '')
    // Last, because it contains an icon itself.
    .replace(THEME, () => `\n    ${head.join('\n    ')}`)
    .replace(ROOT, () => `<div id="root">${markup}</div>\n    __DATA__`)
  await writeFile(join(folder, `first-${name}.html`), first)
}

/** Renders the markup with the page's own components and class names. */
async function renderFirstPaints(config: ResolvedConfig): Promise<Record<FirstPage, string>> {
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
    const { renderFirstPaint } = (await server.ssrLoadModule('/app/FirstPaint.tsx')) as {
      renderFirstPaint: Record<FirstPage, () => string>
    }
    // React adds a preload for every picture; here these are placeholders.
    const markup = (name: FirstPage) => renderFirstPaint[name]().replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
    return { gallery: markup('gallery'), home: markup('home') }
  } finally {
    await server.close()
  }
}

/** Builds `start.ts` and the theme script into one small script. */
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

/**
 * Writes a style sheet with the fonts of the first text as JSON in a property, where `start.ts` reads them before the
 * first paint. Fonts that a style sheet declares load after the first layout and move the text. As part of the page they
 * would not fit into the first round trip.
 */
async function writeFirstFonts(folder: string, markup: string): Promise<string> {
  const sheet = `:root{--first-fonts:'${JSON.stringify(await fontSubsets(markup))}'}`
  return writeNamed(folder, 'fonts', Buffer.from(sheet), 'css')
}

/** Writes an asset whose name contains a hash of its contents; returns its address. */
async function writeNamed(folder: string, name: string, bytes: Buffer, extension: string): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const address = `/assets/${name}-${hash}.${extension}`
  await writeFile(join(folder, address), bytes)
  return address
}

/** Attributes of the script element, from which `start.ts` knows what to load. */
function startData(page: string, scripts: readonly string[], sheets: readonly string[]): string {
  const pagePreloads = [...page.matchAll(PRELOAD)].map((match) => match[1])
  const entry = found(ENTRY, page)
  const others = scripts.map((file) => `/${file}`).filter((file) => file !== entry)
  const preloads = [...new Set([...pagePreloads, ...others])].join(' ')
  const data = { entry, preloads, styles: sheets.join(' '), icon: found(ICON, page) }
  return Object.entries(data)
    .map(([name, value]) => `data-${name}="${value}"`)
    .join(' ')
}

function found(pattern: RegExp, page: string): string {
  const address = pattern.exec(page)?.[1]
  if (!address) throw new Error(`index.html has no ${pattern.source}`)
  return address
}
