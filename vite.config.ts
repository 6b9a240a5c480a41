import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPaint } from './web/build/first-paint.ts'
import { preloadFonts } from './web/build/preload-fonts.ts'

/** With `vite` itself: requests for the worker; a path that is also a page goes there unless the browser navigates. */
const SITE = `http://localhost:${process.env.CROQUIS_SITE_PORT ?? 8787}`
const isPage = ({ headers }: { headers: Record<string, unknown> }) => headers['sec-fetch-mode'] === 'navigate'
const site = { target: SITE }
const siteUnlessPage = {
  target: SITE,
  bypass: (request: { url?: string; headers: Record<string, unknown> }) => (isPage(request) ? request.url : undefined),
}

/** Readable names of classes would be a fifth of the built styles. */
const CLASS_NAMES = process.env.NODE_ENV === 'production' ? '[hash:base64:6]' : '[name]_[local]_[hash:base64:4]'

/**
 * Builds the page into `dist`, which the worker serves. Mode `demo` adds `/kit`, which is for this machine only; with
 * `vite` itself, calls are passed on to the worker beside it.
 */
export default defineConfig({
  root: 'web',
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: {
      // Every supported browser has it.
      polyfill: false,
      // The sketch page is loaded ahead when the browser is idle. A link for each of its modules at once would block input.
      resolveDependencies: (file, paths, { hostType }) =>
        hostType === 'js' && file.includes('/SketchPage-') ? paths.filter((path) => path.endsWith('.css')) : paths,
    },
    rolldownOptions: {
      output: {
        // A name of a shared file would be that of one of its modules, and the first page lists the names of all files.
        chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/[hash].js'),
        codeSplitting: {
          groups: [
            // The modules that every page needs, whichever pages share parts of them. Three files, because each runs in
            // a task of its own and one would block input for long.
            { name: 'libraries', tags: ['$initial'], test: /\/node_modules\//, priority: 1 },
            { name: 'contract', tags: ['$initial'], test: /\/contract\//, priority: 1 },
            { name: 'first', tags: ['$initial'] },
            // Building blocks that most pages share, and icons, would otherwise be a file of a few hundred bytes each.
            // Lower counts gather what the first page does not need. Forms, schemas and messages of errors are apart for
            // the same reason, and connections of live pages are no part of them.
            { name: 'forms', test: /\/web\/ui\/\w*(Field|Dialog)/, minShareCount: 24 },
            {
              name: 'shared',
              test: /\/(web\/(ui|lib(?!\/(live-|messages|toast-failure)))|contract(?!\/http))\//,
              minShareCount: 34,
            },
            { name: 'schemas', test: /\/contract\/http\//, minShareCount: 24 },
            { name: 'icons', test: /\/lucide-react\//, minShareCount: 10 },
          ],
        },
      },
    },
  },
  css: { modules: { generateScopedName: CLASS_NAMES } },
  server: {
    host: 'localhost',
    proxy: {
      '^/(api|image|healthz|sign-in$|sign-in\\?|sign-in/callback|sign-in/apple$)': site,
      '^/(recentSketches|heart|comment|logout)': siteUnlessPage,
    },
  },
  plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }, preloadFonts(), firstPaint()],
})
