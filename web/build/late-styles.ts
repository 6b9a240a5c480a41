import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Plugin, preprocessCSS, type ResolvedConfig } from 'vite'

const LATE = /\/web\/features\/(chat|whiteboard|streams)\/([^/]+\/)?[^/]+\.module\.css$/
const MARK = '\0late-styles:'

/**
 * Styles of what comes once the first page has settled travel with its program instead of in the one style sheet that
 * every page loads. The program adopts them, which the page's policy lets it do.
 */
export function lateStyles(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'late-styles',
    apply: 'build',
    enforce: 'pre',
    configResolved(resolved) {
      config = resolved
    },
    resolveId(source, importer) {
      if (!importer || !source.endsWith('.module.css')) return null
      const path = resolve(dirname(importer), source)
      // Under its own ending it would be taken for a style sheet after all.
      return LATE.test(path) ? MARK + path.replace(/\.css$/, '') : null
    },
    async load(id) {
      if (!id.startsWith(MARK)) return null
      const path = `${id.slice(MARK.length)}.css`
      this.addWatchFile(path)
      const { code, modules } = await preprocessCSS(await readFile(path, 'utf8'), path, config)
      const css = code.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ')
      return [
        'const sheet = new CSSStyleSheet()',
        `sheet.replaceSync(${JSON.stringify(css)})`,
        'document.adoptedStyleSheets.push(sheet)',
        `export default ${JSON.stringify(modules)}`,
      ].join('\n')
    },
  }
}
