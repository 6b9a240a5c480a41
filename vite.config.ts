import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPaint } from './web/build/first-paint.ts'

/**
 * The page, built into `dist`, which the worker serves. Mode `demo` adds what is for this machine alone (`/kit`); with
 * `vite` itself, calls go on to the worker beside it.
 */
export default defineConfig({
  root: 'web',
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }, firstPaint()],
})
