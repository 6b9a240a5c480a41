import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, createServer, type Plugin, type ResolvedConfig } from 'vite'

/**
 * Writes `first-paint.html` beside the built `index.html`: the same page with the gallery's first markup in it and the
 * program started by `start.ts` once the pictures are there. The site fills the sketches in.
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
      const start = await starter(config)
      await writeFile(join(folder, start.name), start.code)
      await writeFile(join(folder, 'first-paint.html'), startedLate(page, await markup(config), start.name))
    },
  }
}

/** Renders the markup with the very components and class names of the page. */
async function markup(config: ResolvedConfig): Promise<string> {
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

/** Builds `start.ts` into one small script, named by what is in it. */
async function starter(config: ResolvedConfig): Promise<{ name: string; code: string }> {
  const built = await build({
    configFile: false,
    root: config.root,
    logLevel: 'error',
    build: { write: false, lib: { entry: 'app/start.ts', formats: ['iife'], name: 'start' }, minify: true },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('start.ts was not built')
  const { code } = output.output[0]
  return { name: `assets/start-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`, code }
}

/**
 * Takes the program and its preloads out of the head and hands their addresses to the starter, which runs before
 * anything is painted.
 */
function startedLate(page: string, markup: string, starter: string): string {
  const program = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/
  const preload = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g
  const address = program.exec(page)?.[1]
  if (!address) throw new Error('index.html has no program')
  const preloads = [...page.matchAll(preload)].map((match) => match[1]).join(' ')
  const data = `data-program="${address}" data-preload="${preloads}"`
  return page
    .replace(preload, '')
    .replace(program, `\n    <script defer blocking="render" src="/${starter}" ${data}></script>`)
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>\n    __DATA__`)
}
