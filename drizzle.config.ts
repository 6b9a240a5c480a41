import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: './worker/{domain,features,pages}/*/schema.ts',
  out: './migrations',
})
