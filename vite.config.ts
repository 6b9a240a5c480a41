import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPaint } from './web/build/first-paint.ts'
import { lateStyles } from './web/build/late-styles.ts'
import { preloadFonts } from './web/build/preload-fonts.ts'
import { unusedComponents } from './web/build/unused-components.ts'

/** With `vite` itself: what the worker answers, told apart from pages of the same address by what the browser wants. */
const SITE = `http://localhost:${process.env.CROQUIS_SITE_PORT ?? 8787}`
const isPage = ({ headers }: { headers: Record<string, unknown> }) => headers['sec-fetch-mode'] === 'navigate'
const site = { target: SITE }
const siteUnlessPage = {
  target: SITE,
  bypass: (request: { url?: string; headers: Record<string, unknown> }) => (isPage(request) ? request.url : undefined),
}

/** What shows pictures, on every page but a few, and what is known of them: one file instead of eight. */
const PICTURES =
  /\/(web\/(ui\/(Picture|SectionTitle|Skeleton)|features\/(gallery\/SketchTile|challenges\/days))|contract\/(sketch-address|http\/(sketch|stream-item|challenge-item)))\./

/** What most of what loads later needs besides: one file instead of ten, which the first page would all name. */
const LATER =
  /\/web\/(lib\/(messages\/codes|choices|repeatable|stored|useStored)|ui\/(lazy-part|AvatarLink|Badge|Empty|EndInSight|Hairline|useMedia))\./

/**
 * The page, built into `dist`, which the worker serves. Mode `demo` adds what is for this machine alone (`/kit`); with
 * `vite` itself, calls go on to the worker beside it.
 */
export default defineConfig({
  root: 'web',
  // One style sheet for all pages is smaller than the requests that would save parts of it.
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // Every browser of that age has it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs comes as one file, however many pages loaded later share parts of it.
            { name: 'first', tags: ['$initial'] },
            { name: 'pictures', test: PICTURES },
            { name: 'later', test: LATER },
            // Small pages, each gone to once: the first page names every file that may come later.
            { name: 'account', test: /\/web\/features\/(auth|guidelines)\// },
            // Else each would be a file and a request.
            { name: 'icons', test: /\/lucide-react\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  server: {
    host: 'localhost',
    proxy: {
      '^/(api|image|healthz|sign-in$|sign-in\\?|sign-in/callback|sign-in/apple$)': site,
      '^/(recentSketches|heart|comment|logout)': siteUnlessPage,
    },
  },
  plugins: [
    react(),
    unusedComponents(),
    lateStyles(),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    preloadFonts(),
    firstPaint(),
  ],
})
