import type { Plugin } from 'vite'

const FIRST_FONTS = /\/(commissioner|piazzolla)-first-[^/]*\.woff2$/

/** Preloads the fonts of the first text together with the styles. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml(_, { bundle }) {
      const fonts = Object.keys(bundle ?? {}).filter((file) => FIRST_FONTS.test(`/${file}`))
      return fonts.map((file) => ({
        tag: 'link',
        injectTo: 'head',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
      }))
    },
  }
}
