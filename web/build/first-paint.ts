import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type Plugin, type ResolvedConfig } from 'vite'

/**
 * Writes `first-paint.html` beside the built `index.html`: the same page with the gallery's first markup in it and the
 * program started by `start.js` once the pictures are there. The site fills the sketches in.
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
      const folder = join(config.root, config.build.outDir)
      const page = await readFile(join(folder, 'index.html'), 'utf8')
      await writeFile(join(folder, 'first-paint.html'), startedLate(page, await markup(config)))
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

/** Takes the program and its preloads out of the head and hands their addresses to `start.js`. */
function startedLate(page: string, markup: string): string {
  const program = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/
  const preload = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g
  const address = program.exec(page)?.[1]
  if (!address) throw new Error('index.html has no program')
  const preloads = [...page.matchAll(preload)].map((match) => match[1]).join(' ')
  const start = `<script defer src="/start.js" data-program="${address}" data-preload="${preloads}"></script>`
  return page
    .replace(preload, '')
    .replace(program, `\n    ${start}`)
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>\n    __DATA__`)
}
