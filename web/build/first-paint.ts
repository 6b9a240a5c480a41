import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, createServer, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { FIRST_FONTS, writeFirstFonts } from '../app/first-fonts.ts'
import { fontSubsets } from './first-fonts.ts'
import { firstStyles } from './first-styles.ts'

const FONTS = /\s*<link rel="preload" as="font"[^>]* href="([^"]+)">/g
const STYLES = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/g
const INLINE_STYLE = /<[^>]* style="[^>]*>/
/** The application, which start.ts adds after the pictures. */
const ENTRY = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/
const PRELOAD = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g
const THEME = /\s*<script src="\/theme\.js"><\/script>/
const HEAD = /\s*<title>[\s\S]*?<meta name="description"[^>]*>/
const ROOT = '<div id="root"></div>'
/** Pictures that `start-pictures.ts` places. */
const PLACED_LATER = /\sdata-first-(rows|frame|ratio)=/

type FirstPaint = { name: string; module: string | undefined; markup: string }
/** Files of a page beyond those of `index.html`. */
type PageAssets = { scripts: readonly string[]; styles: readonly string[] }

const NO_ASSETS: PageAssets = { scripts: [], styles: [] }

/** A template, and the hash of its inline style for the content security policy. */
type Template = { page: string; styleHash: string }

/**
 * Writes `first-paint.json`: for each page a template of its HTML, which is `index.html` with the markup of the first
 * paint and its styles, links to the files of its code, and placeholders that the site fills
 * (worker/middleware/site-page.ts).
 */
export function firstPaint(): Plugin {
  let config: ResolvedConfig
  let bundle: Rolldown.OutputBundle
  return {
    name: 'first-paint',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    generateBundle(_, generated) {
      bundle = generated
    },
    async closeBundle() {
      const folder = resolve(config.root, config.build.outDir)
      const paints = await renderFirstPaints(config)
      const start = await writeStarter(config, folder, 'start')
      const startPictures = await writeStarter(config, folder, 'start-pictures')
      const fonts = await writeFontSheet(folder, paints.map(({ markup }) => markup).join(''))
      const index = await readFile(join(folder, 'index.html'), 'utf8')
      const templates = await Promise.all(
        paints.map(async ({ name, module, markup }): Promise<[string, Template]> => {
          const assets = module ? assetsOf(module, bundle) : NO_ASSETS
          const starter = PLACED_LATER.test(markup) ? startPictures : start
          return [name, await templateOf(folder, index, { markup, start: starter, fonts, ...assets })]
        }),
      )
      await writeFile(join(folder, 'first-paint.json'), JSON.stringify(Object.fromEntries(templates)))
    },
  }
}

type Parts = PageAssets & { markup: string; start: string; fonts: string }

async function templateOf(folder: string, index: string, parts: Parts): Promise<Template> {
  const { markup, start, fonts, scripts } = parts
  if (INLINE_STYLE.test(markup))
    throw new Error(`the policy of pages refuses inline styles: ${INLINE_STYLE.exec(markup)}`)
  const indexSheets = [...index.matchAll(STYLES)].map(([, address = '']) => address)
  const sheets = [...new Set([...indexSheets, ...parts.styles])]
  const links = sheets.map((address) => `<link rel="stylesheet" href="${address}">`).join('')
  const document = index.replace(STYLES, '').replace('</head>', `${links}</head>`)
  const styles = await firstStyles(
    document.replace(ROOT, () => markup),
    folder,
    sheets,
  )
  const [, entry = ''] = ENTRY.exec(index) ?? []
  const indexScripts = [...index.matchAll(PRELOAD)].map(([, address = '']) => address)
  // Imports come before the files that import them, because start.ts runs them in this order.
  const application = [...indexScripts, entry]
  const pageScripts = scripts.filter((address) => !application.includes(address)).join(' ')
  const fullFonts = [...index.matchAll(FONTS)].map(([, address = '']) => address).join(' ')
  const data = Object.entries({
    scripts: application.join(' '),
    'page-scripts': pageScripts,
    styles: sheets.join(' '),
    fonts: fullFonts,
  })
    .map(([name, value]) => `data-${name}="${value}"`)
    .join(' ')
  const head = [
    `<script defer blocking="render" src="${start}" ${data}></script>`,
    `<style>${styles}</style>`,
    `<link rel="stylesheet" href="${fonts}">`,
  ]
  const page = index
    .replace(FONTS, '')
    .replace(STYLES, '')
    .replace(PRELOAD, '')
    .replace(ENTRY, '')
    .replace(HEAD, '\n    {{{head}}}')
    .replace(THEME, (theme) => `${theme}\n    ${head.join('\n    ')}`)
    .replace(ROOT, () => `<div id="root">${markup}</div>\n    {{{replies}}}`)
  return { page, styleHash: createHash('sha256').update(styles).digest('base64') }
}

/** Files of a page's module and its imports, imports first. */
function assetsOf(module: string, bundle: Rolldown.OutputBundle): PageAssets {
  const visited = new Set<Rolldown.OutputChunk>()
  const scripts: string[] = []
  const styles = new Set<string>()
  const visit = (next: Rolldown.OutputChunk) => {
    if (visited.has(next)) return
    visited.add(next)
    for (const name of next.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') visit(imported)
    }
    scripts.push(`/${next.fileName}`)
    for (const sheet of next.viteMetadata?.importedCss ?? []) styles.add(`/${sheet}`)
  }
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module))
  if (chunk?.type !== 'chunk') throw new Error(`${module} has no file of its own`)
  visit(chunk)
  return { scripts, styles: [...styles] }
}

/** Renders the markup with the page's own components and class names. */
async function renderFirstPaints(config: ResolvedConfig): Promise<FirstPaint[]> {
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
    const page = (await server.ssrLoadModule('/app/FirstPaint.tsx')) as { renderFirstPaints: () => FirstPaint[] }
    return page.renderFirstPaints()
  } finally {
    await server.close()
  }
}

/** Builds a script of `web/app` that runs before the first paint into one small file. */
async function writeStarter(config: ResolvedConfig, folder: string, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: config.root,
    logLevel: 'error',
    build: { write: false, lib: { entry: `app/${name}.ts`, formats: ['iife'], name: 'start' }, minify: true },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error(`${name}.ts was not built`)
  return writeNamed(folder, name, Buffer.from(output.output[0].code), 'js')
}

/**
 * Writes a style sheet with the fonts of the first text as JSON in a property, where `start.ts` reads them before the
 * first paint. Fonts that a style sheet declares load after the first layout and move the text.
 */
async function writeFontSheet(folder: string, markup: string): Promise<string> {
  const sheet = `:root{${FIRST_FONTS}:${writeFirstFonts(await fontSubsets(markup))}}`
  return writeNamed(folder, 'fonts', Buffer.from(sheet), 'css')
}

/** Writes an asset whose name contains a hash of its contents; returns its address. */
async function writeNamed(folder: string, name: string, bytes: Buffer, extension: string): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const address = `/assets/${name}-${hash}.${extension}`
  await writeFile(join(folder, address), bytes)
  return address
}
