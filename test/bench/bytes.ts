import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { chromium, type Response } from 'playwright'
import { startBrowser } from './lib/browser.ts'
import { buildPage, buildWorker } from './lib/build.ts'
import { communitySite } from './lib/community-site.ts'
import { type Figure, type Findings, figureOf, kilobytes } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { startWorkerd } from './lib/workerd.ts'

const GZIP_MAX = { script: 170_000, stylesheet: 24_000 }
/** Code and styles of the whiteboard's page for a visitor. */
const WHITEBOARD_GZIP_MAX = 160_000
const NAMES = { script: 'JavaScript', stylesheet: 'CSS' }
/** The style sheet that holds the fonts of the first words as base64, and nothing else. */
const FIRST_FONTS = /\/fonts-\w+\.css$/

/**
 * A file that a page loaded. `bytes` is its content before compression; `isLater` means that the page does not name it.
 */
type Loaded = { path: string; type: string; bytes: Buffer; isLater: boolean }

/**
 * Bytes that the first page and the whiteboard's page load for a visitor until the network is idle, from the production
 * build.
 */
export async function measureBytes(mode: Mode): Promise<Findings> {
  const page = await buildPage()
  const localSite = await communitySite(mode)
  await using workerd = await startWorkerd(localSite, [
    { name: 'site', script: await buildWorker('worker/index.ts'), page },
  ])
  const loaded = await visit(workerd.origin, page)
  const whiteboard = await visit(`${workerd.origin}/whiteboard`, page)
  const figures = (['script', 'stylesheet'] as const).flatMap((type) => codeFigures(type, loaded))
  const fonts = loaded.filter(({ type }) => type === 'font')
  const firstFonts = loaded.filter(({ type }) => type === 'first fonts')
  const pictures = loaded.filter(({ type }) => type === 'image')
  return {
    figures: [
      ...figures,
      plainFigure('fonts', fonts),
      figureOf({
        what: 'first page: fonts of the first words, base64, gzip -9',
        figure: kilobytes(sum(firstFonts, gzip)),
      }),
      plainFigure('pictures and icons', pictures),
      whiteboardFigure(whiteboard),
    ],
    notes: [noteOn('first page', loaded), noteOn('whiteboard', whiteboard)],
  }
}

/** Lists the files of the build that a page loaded. */
function noteOn(page: string, loaded: readonly Loaded[]): string {
  const files = loaded
    .filter(({ type }) => type === 'script' || type === 'stylesheet' || type === 'font')
    .map(({ path, bytes, isLater }) => `${path} ${kilobytes(gzip(bytes))}${isLater ? ' (later)' : ''}`)
  return `bytes: files of ${page}: ${files.join(', ')}`
}

async function visit(address: string, folder: string): Promise<Loaded[]> {
  await using chrome = await startBrowser()
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`)
  try {
    const page = await (await browser.newContext()).newPage()
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    const document = await page.goto(address, { waitUntil: 'networkidle' })
    const html = (await document?.text()) ?? ''
    const loaded = await Promise.all(responses.map((response) => readLoaded(response, folder, html)))
    return loaded.flatMap((file) => (file.type === 'document' ? [file, ...stylesIn(file)] : [file]))
  } finally {
    await browser.close()
  }
}

async function readLoaded(response: Response, folder: string, html: string): Promise<Loaded> {
  const path = new URL(response.url()).pathname
  const type = response.request().resourceType()
  const isBuilt = type === 'script' || type === 'stylesheet' || type === 'font'
  const bytes = isBuilt ? await readFile(join(folder, path)) : await response.body().catch(() => Buffer.alloc(0))
  const isLater = isBuilt && !html.includes(path)
  return { path, type: FIRST_FONTS.test(path) ? 'first fonts' : type, bytes, isLater }
}

/** The inline styles of a page, as one file. */
function stylesIn({ path, bytes, isLater }: Loaded): Loaded[] {
  const texts = [...bytes.toString().matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text)
  return [{ path: `${path} (inline)`, type: 'stylesheet', bytes: Buffer.from(texts.join('')), isLater }]
}

function codeFigures(type: keyof typeof NAMES, loaded: readonly Loaded[]): Figure[] {
  const all = loaded.filter((file) => file.type === type)
  const files = all.filter(({ isLater }) => !isLater)
  const gzipped = sum(files, gzip)
  const what = `first page: ${NAMES[type]} in ${files.length} files`
  const raw = sum(files, (bytes) => bytes.length)
  return [
    figureOf({
      what: `${what}, gzip -9`,
      figure: kilobytes(gzipped),
      yardstick: `${kilobytes(raw)} raw`,
      ratio: gzipped / raw,
      bar: `≤ ${GZIP_MAX[type] / 1000} KB`,
      ok: gzipped <= GZIP_MAX[type],
    }),
    figureOf({ what: `${what}, with what loads later`, figure: kilobytes(sum(all, gzip)) }),
    figureOf({ what: `${what}, brotli`, figure: kilobytes(sum(files, brotli)) }),
  ]
}

function plainFigure(name: string, files: readonly Loaded[]): Figure {
  const figure = kilobytes(sum(files, (bytes) => bytes.length))
  return figureOf({ what: `first page: ${name} in ${files.length} files, as sent`, figure })
}

function whiteboardFigure(loaded: readonly Loaded[]): Figure {
  const files = loaded.filter(({ type }) => type === 'script' || type === 'stylesheet')
  const gzipped = sum(files, gzip)
  return figureOf({
    what: `whiteboard: JavaScript and CSS in ${files.length} files for a visitor, gzip -9`,
    figure: kilobytes(gzipped),
    bar: `≤ ${WHITEBOARD_GZIP_MAX / 1000} KB`,
    ok: gzipped <= WHITEBOARD_GZIP_MAX,
  })
}

const sum = (files: readonly Loaded[], size: (bytes: Buffer) => number) =>
  files.reduce((total, { bytes }) => total + size(bytes), 0)
const gzip = (bytes: Buffer) => gzipSync(bytes, { level: 9 }).length
const brotli = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
