import type { D1Migration } from '@cloudflare/vitest-pool-workers'

declare global {
  namespace Cloudflare {
    interface Env {
      readonly MIGRATIONS: D1Migration[]
    }
    interface GlobalProps {
      mainModule: typeof import('../../../worker/index.ts')
    }
  }
}
