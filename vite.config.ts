import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page. Built into `dist`, which the worker serves; with `vite`, calls go on to the worker beside it. */
export default defineConfig({
  root: 'web',
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  plugins: [react()],
})
